import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import type { CurrentUser } from '@throughline/contracts/auth'
import type { ConnectionPage } from '@throughline/contracts/connection-acts'
import type { ConnectionId } from '@throughline/contracts/ids'
import { ArrowLeft, CircleAlert, FlaskConical, Plug, RotateCw, Unplug } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { isId } from '../../shared/address-params.ts'
import { can, useCurrentUser, useZone } from '../../shared/current-user.ts'
import { momentWithin } from '../../shared/format/moments.ts'
import { isGone, QueryFailed } from '../../shared/query-failed.tsx'
import { useNow } from '../../shared/use-now.ts'
import { Button } from '../../ui/button.tsx'
import { buttonClass } from '../../ui/button-style.ts'
import { Card } from '../../ui/card.tsx'
import { Empty } from '../../ui/empty.tsx'
import { usePageTitle } from '../../ui/page-title.ts'
import { ScreenHeader } from '../../ui/screen-header.tsx'
import { Select } from '../../ui/select.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { texts as catalogueTexts, spec } from './catalogue/catalogue.texts.ts'
import { TestResult } from './connect/test-result.tsx'
import { type TestOutcome, useConnectionTest } from './connect/use-connection-test.ts'
import { catalogueQuery, connectionQuery, type ListedTool, toolCalls } from './integrations.api.ts'
import { toolsKey } from './integrations.keys.ts'
import { DisconnectDialog } from './page/disconnect-dialog.tsx'
import { EditDialog } from './page/edit-dialog.tsx'
import { HealthCard } from './page/health-card.tsx'
import { texts } from './page/page.texts.ts'
import { ConnectionRail, OperationsCard } from './page/page-rail.tsx'
import { CallsCard, UsesCard } from './page/page-tables.tsx'
import { RotateDialog } from './page/rotate-dialog.tsx'
import { Health, ToolMark } from './parts/tool-badges.tsx'

/** One tool: how its connections do, what they called, and who uses them. */
export function ToolPageScreen() {
  const user = useCurrentUser()
  const { toolId = '' } = useParams({ strict: false })
  if (!user) return null
  if (can(user, 'integrations.view')) return <Tool key={toolId} user={user} toolId={toolId} />
  return <Empty icon={Plug} title={spec.title} hint={catalogueTexts.restricted} />
}

const goBack = (
  <Link to="/integrations" className={buttonClass()}>
    {texts.back}
  </Link>
)
const missing = { icon: Plug, title: texts.gone, hint: texts.goneHint, action: goBack }
const noConnection = { icon: Unplug, title: texts.ended, hint: texts.endedHint, action: goBack }

function Tool({ user, toolId }: { user: CurrentUser; toolId: string }) {
  const query = useQuery(catalogueQuery)
  const { connection } = useSearch({ strict: false })
  const tool = query.data?.find(({ id }) => id === toolId)
  if (query.isError && !query.data)
    return (
      <Titled>
        <QueryFailed query={query} title={texts.failed} />
      </Titled>
    )
  if (!query.data)
    return (
      <Titled>
        <BodyLoading />
      </Titled>
    )
  if (!tool)
    return (
      <Titled>
        <Empty {...missing} />
      </Titled>
    )
  const chosen = isId<ConnectionId>(connection) ? connection : tool.connections[0]?.id
  return (
    <>
      <Named tool={tool} />
      {chosen ? <Connected tool={tool} connectionId={chosen} /> : <Unconnected user={user} tool={tool} />}
    </>
  )
}

/** The breadcrumb and the tab of the browser name the tool. */
function Named({ tool }: { tool: ListedTool }) {
  usePageTitle(tool.name)
  return null
}

/** Says where one is while there is no tool to name. */
const Titled = ({ children }: { children: ReactNode }) => (
  <div className="flex h-full flex-col">
    <ScreenHeader title={spec.title} />
    {children}
  </div>
)

function BodyLoading() {
  return (
    <Loading label={texts.loading} className="space-y-4 p-6">
      <Skeleton className="h-6 w-64" />
      <Skeleton className="h-40 w-full" />
      <Skeleton className="h-40 w-full" />
    </Loading>
  )
}

const before = (tool: ListedTool) => (
  <>
    <Link to="/integrations" aria-label={texts.back} className={buttonClass({ variant: 'ghost', size: 'sm' })}>
      <ArrowLeft size={16} aria-hidden />
    </Link>
    <ToolMark tool={tool} />
  </>
)

function Unconnected({ user, tool }: { user: CurrentUser; tool: ListedTool }) {
  return (
    <div className="flex h-full flex-col">
      <ScreenHeader title={tool.name} before={before(tool)}>
        {can(user, 'integrations.connect') && <ConnectLink tool={tool} />}
      </ScreenHeader>
      <div className="min-h-0 flex-1 space-y-4 overflow-y-auto bg-board p-6">
        <p translate="no" className="text-sm wrap-anywhere whitespace-pre-wrap text-fg-2">
          {tool.description}
        </p>
        <p className="text-sm text-fg-2">{texts.notConnected}</p>
        <OperationsCard tool={tool} />
      </div>
    </div>
  )
}

const ConnectLink = ({ tool }: { tool: ListedTool }) => (
  <Link to="/integrations" search={{ tool: tool.id, panel: 'connect' }} className={buttonClass({ variant: 'primary' })}>
    {spec.connect}
  </Link>
)

type ConnectedProps = { tool: ListedTool; connectionId: ConnectionId }

function Connected({ tool, connectionId }: ConnectedProps) {
  const [ending, setEnding] = useState<ConnectionId>()
  // The frame that it ended can arrive before the answer does.
  const query = useQuery({ ...connectionQuery(connectionId), enabled: ending !== connectionId })
  const queries = useQueryClient()
  const navigate = useNavigate()
  const test = useConnectionTest()
  const [dialog, setDialog] = useState<'rotate' | 'disconnect' | 'edit'>()
  const page = isGone(query.error) ? undefined : query.data
  const runTest = async () => {
    await test.run(connectionId, () => toolCalls.testConnection(connectionId, { take: false }))
    void queries.invalidateQueries({ queryKey: toolsKey })
  }
  const onClose = () => setDialog(undefined)
  return (
    <div className="flex h-full flex-col">
      <ScreenHeader title={tool.name} before={before(tool)} tabs={page && <Health connection={page.connection} />}>
        {tool.connections.length > 1 && <ConnectionChoice tool={tool} chosen={connectionId} />}
        {page?.can_manage && tool.has_test && (
          <Button icon={FlaskConical} busy={test.busy} onClick={() => void runTest()}>
            {texts.test}
          </Button>
        )}
        {page?.connection.is_own && (
          <Button icon={Unplug} onClick={() => setDialog('disconnect')}>
            {spec.disconnect}
          </Button>
        )}
      </ScreenHeader>
      {page ? (
        <PageBody
          tool={tool}
          page={page}
          outcome={test.outcome?.of === connectionId ? test.outcome : undefined}
          onRotate={() => setDialog('rotate')}
          onEdit={() => setDialog('edit')}
        />
      ) : query.isError ? (
        <QueryFailed query={query} title={texts.failed} gone={noConnection} />
      ) : (
        <BodyLoading />
      )}
      {page && dialog === 'rotate' && <RotateDialog page={page} tool={tool} onClose={onClose} />}
      {page && dialog === 'edit' && <EditDialog page={page} onClose={onClose} />}
      {page && dialog === 'disconnect' && (
        <DisconnectDialog
          connection={page.connection}
          onEnding={(isEnding) => setEnding(isEnding ? connectionId : undefined)}
          onEnded={() => void navigate({ to: '/integrations' })}
          onClose={onClose}
        />
      )}
    </div>
  )
}

type PageBodyProps = {
  tool: ListedTool
  page: ConnectionPage
  outcome: TestOutcome | undefined
  onRotate: () => void
  onEdit: () => void
}

function PageBody({ tool, page, outcome, onRotate, onEdit }: PageBodyProps) {
  const navigate = useNavigate()
  const { connection, can_manage, signed_out } = page
  const isSignIn = tool.sign_in !== null
  const signInAgain = () =>
    void navigate({ to: '/integrations', search: { tool: tool.id, panel: 'connect', connection: connection.id } })
  // A sign-in is one person's: nobody can sign in for them.
  const mayRotate = isSignIn ? connection.is_own : can_manage
  const rotate = mayRotate ? (isSignIn ? signInAgain : onRotate) : undefined
  return (
    <div className="min-h-0 flex-1 overflow-y-auto bg-board p-6 max-[759px]:p-4">
      <div className="mx-auto grid max-w-6xl items-start gap-4 min-[1000px]:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="min-w-0 space-y-4">
          <TestResult outcome={outcome} />
          {signed_out ? (
            <RefusedCard page={page} isOwners={isSignIn} onReconnect={rotate} />
          ) : (
            <HealthCard page={page} />
          )}
          <CallsCard calls={page.calls} />
          <UsesCard steps={page.steps} hidden_workflows={page.hidden_workflows} />
        </div>
        <div className="space-y-4">
          <ConnectionRail
            page={page}
            onRotate={signed_out ? undefined : rotate}
            isSignIn={isSignIn}
            onEdit={can_manage ? onEdit : undefined}
          />
          <OperationsCard tool={tool} />
        </div>
      </div>
    </div>
  )
}

/** Which of the tool's connections the page shows. */
function ConnectionChoice({ tool, chosen }: { tool: ListedTool; chosen: ConnectionId }) {
  const navigate = useNavigate()
  return (
    <div className="w-48">
      <Select
        label={texts.chosen}
        size="sm"
        value={chosen}
        onChange={(connection) =>
          void navigate({
            to: '/integrations/$toolId',
            params: { toolId: tool.id },
            search: { connection },
            replace: true,
          })
        }
        items={tool.connections.map(({ id, name }) => ({ value: id, label: name }))}
      />
    </div>
  )
}

type RefusedProps = {
  page: ConnectionPage
  /** Only its owner can sign in again. */
  isOwners: boolean
  onReconnect: (() => void) | undefined
}

/** What happened, what waits, that nothing was done halfway, and the way on. */
function RefusedCard({ page, isOwners, onReconnect }: RefusedProps) {
  const zone = useZone()
  const now = useNow()
  const { signed_out, held, held_since, connection } = page
  const { refused } = texts
  const when = (at: string) => momentWithin(at, zone, now)
  return (
    <Card tone="danger">
      <div role="alert" className="space-y-3 rounded-lg bg-danger-bg p-5 text-sm">
        <h2 className="flex items-center gap-2 text-md text-danger-fg">
          <CircleAlert size={17} aria-hidden className="shrink-0" />
          {refused.title}
        </h2>
        <p translate="no" className="wrap-anywhere">
          {signed_out?.text}
        </p>
        <ul className="list-disc space-y-1 pl-5 text-fg-2">
          <li>{held > 0 && held_since ? refused.waiting(held, when(held_since)) : refused.none}</li>
          {held > 0 && <li>{refused.after}</li>}
          {signed_out?.admins_told_at && <li>{refused.told(when(signed_out.admins_told_at))}</li>}
        </ul>
        {onReconnect ? (
          <Button variant="primary" icon={RotateCw} onClick={onReconnect}>
            {refused.reconnect}
          </Button>
        ) : (
          <p>{isOwners ? refused.askOwner(connection.user_username) : refused.ask(connection.user_username)}</p>
        )}
      </div>
    </Card>
  )
}

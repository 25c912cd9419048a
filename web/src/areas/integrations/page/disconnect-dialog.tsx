import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ConnectionPage } from '@throughline/contracts/connection-acts'
import type { Connection } from '@throughline/contracts/connections'
import { useState } from 'react'
import { can, useCurrentUser } from '../../../shared/current-user.ts'
import { useAct } from '../../../shared/use-act.ts'
import { AlertDialog } from '../../../ui/alert-dialog.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { texts as catalogueTexts } from '../catalogue/catalogue.texts.ts'
import { connectionQuery, toolCalls } from '../integrations.api.ts'
import { toolsKey } from '../integrations.keys.ts'
import { texts as pageTexts } from './page.texts.ts'
import { StepUse } from './page-tables.tsx'
import { ReplaceDialog } from './replace-dialog.tsx'

const texts = pageTexts.disconnect

type DisconnectProps = {
  connection: Connection
  /** It is being ended: what is shown of it is not to be read again, unless that fails. */
  onEnding?: (isEnding: boolean) => void
  onEnded: () => void
  onClose: () => void
}

/** Lists the steps that would stop, and what is under way; another connection can take its place first. */
export function DisconnectDialog({ connection, onEnding, onEnded, onClose }: DisconnectProps) {
  const user = useCurrentUser()
  const queries = useQueryClient()
  // Its own page is not there any more, nor while it ends.
  const isOther = ({ queryKey }: { queryKey: readonly unknown[] }) => !queryKey.includes(connection.id)
  const { busy, run } = useAct({ refresh: () => queries.invalidateQueries({ queryKey: toolsKey, predicate: isOther }) })
  const { data: page, isError } = useQuery({ ...connectionQuery(connection.id), enabled: busy === undefined })
  const [isReplacing, setReplacing] = useState(false)
  const disconnect = async () => {
    onEnding?.(true)
    const isDone = await run({
      call: () => toolCalls.disconnect(connection.id),
      done: catalogueTexts.disconnected(connection.name),
      failed: catalogueTexts.disconnectFailed,
    })
    if (isDone) onEnded()
    else onEnding?.(false)
  }
  if (isReplacing && page) return <ReplaceDialog page={page} onClose={() => setReplacing(false)} />
  const workflows = page ? workflowsIn(page) : connection.used_in.length + connection.used_in_more
  const canReplace = can(user, 'workflows.publish') && page?.steps.some(({ in_draft }) => in_draft)
  return (
    <AlertDialog
      onClose={onClose}
      title={texts.title(connection.name)}
      confirmLabel={texts.act(connection.name)}
      wide={workflows > 0}
      form={page ? <UsesList page={page} /> : workflows > 0 && !isError && <UsesLoading />}
      footer={canReplace && <Button onClick={() => setReplacing(true)}>{texts.replace}</Button>}
      onConfirm={disconnect}
    >
      {workflows > 0 ? texts.used(workflows) : texts.unused}
    </AlertDialog>
  )
}

const workflowsIn = ({ steps, hidden_workflows }: ConnectionPage) =>
  new Set(steps.map(({ workflow }) => workflow.id)).size + hidden_workflows

function UsesLoading() {
  return (
    <Loading label={texts.checking} className="space-y-2">
      <Skeleton className="h-12 w-full" />
      <Skeleton className="h-12 w-full" />
    </Loading>
  )
}

function UsesList({ page }: { page: ConnectionPage }) {
  const { steps, hidden_workflows, under_way } = page
  if (workflowsIn(page) === 0 && under_way === 0) return null
  return (
    <div className="space-y-3">
      {workflowsIn(page) > 0 && (
        <ul className="max-h-60 divide-y overflow-y-auto rounded-md border text-sm">
          {steps.map((use) => (
            <StepUse key={`${use.workflow.id} ${use.step}`} use={use} />
          ))}
          {hidden_workflows > 0 && <li className="px-3 py-2 text-fg-2">{texts.hidden(hidden_workflows)}</li>}
        </ul>
      )}
      {under_way > 0 && <Banner tone="warning" title={texts.underWay(under_way)} />}
    </div>
  )
}

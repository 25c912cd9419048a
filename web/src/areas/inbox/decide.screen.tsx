import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import type { CurrentUser } from '@throughline/contracts/auth'
import { ApiError } from '@throughline/contracts/client'
import type { MessageId, TaskId } from '@throughline/contracts/ids'
import type { OpenMessage } from '@throughline/contracts/inbox'
import type { Task } from '@throughline/contracts/tasks'
import { CircleCheck, History, LogIn } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { isId } from '../../shared/address-params.ts'
import { dueDateText } from '../../shared/format/due.ts'
import { whenText } from '../../shared/format/moments.ts'
import { clockTime } from '../../shared/format/time.ts'
import { useNow } from '../../shared/use-now.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { buttonClass } from '../../ui/button-style.ts'
import { ErrorBlock } from '../../ui/error-block.tsx'
import { linkClass } from '../../ui/link-style.ts'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { Mark } from '../auth/parts/mark.tsx'
import { approvalsText, type VERDICTS } from '../tasks/parts/decision-bar.tsx'
import { JudgedFiles, showsFile } from '../tasks/parts/judged-files.tsx'
import { taskQuery } from '../tasks/tasks.api.ts'
import { useOpenOutbox, useUnsaved } from './changes/use-changes.ts'
import { texts } from './decide.texts.ts'
import { messageQuery } from './inbox.api.ts'
import { DecideFooter } from './pane/decide-footer.tsx'
import { MessageTags } from './pane/message-body.tsx'
import { UnsentNote } from './pane/unsent-note.tsx'
import { type DoneAct, useMessageAct } from './pane/use-message-act.ts'

type DecideScreenProps = {
  /** Null where nobody is signed in: nothing is said then about what is to be decided. */
  user: CurrentUser | null
  phone: boolean
  onSignIn: () => void
  onNotMe: () => void
}

/** Where the links of mails lead. It decides by a press only, with the session of the person who is asked. */
export function DecideScreen({ user, phone, onSignIn, onNotMe }: DecideScreenProps) {
  const { messageId } = useParams({ strict: false })
  const signedIn = user && (
    <p className="flex items-center gap-2 text-sm text-fg-3">
      <Avatar name={user.name} src={user.photo ?? undefined} size={22} />
      <span className="min-w-0 flex-1 truncate">
        {texts.signedInAs}{' '}
        <span translate="no" className="font-medium text-fg">
          {user.name}
        </span>
      </span>
      <button type="button" onClick={onNotMe} className={linkClass}>
        {texts.notYou}
      </button>
    </p>
  )
  return (
    <div className="min-h-dvh bg-canvas text-fg">
      <header className="mx-auto flex h-14 max-w-210 items-center gap-2.5 px-4 min-[872px]:px-0">
        <Mark size={24} />
        <span translate="no" className="flex-1 truncate text-md font-semibold">
          {user?.tenant_name ?? texts.product}
        </span>
        <Link to="/inbox" className={linkClass}>
          {texts.openInbox}
        </Link>
      </header>
      <main id="main" className="mx-auto max-w-210 pb-10 min-[760px]:px-4 min-[872px]:px-0">
        {!user ? (
          <Card narrow>
            <Title>{texts.signInTitle}</Title>
            <p className="mt-2 mb-5 text-md text-fg-2">{texts.signInText}</p>
            <Button variant="primary" size="lg" icon={LogIn} onClick={onSignIn}>
              {texts.signIn}
            </Button>
          </Card>
        ) : isId<MessageId>(messageId) ? (
          <Asking id={messageId} zone={user.time_zone} phone={phone} signedIn={signedIn} />
        ) : (
          <Missing signedIn={signedIn} />
        )}
        <p className="mt-4 px-4 text-center text-xs text-fg-3">{texts.scanners}</p>
      </main>
    </div>
  )
}

const Card = ({ narrow = false, children }: { narrow?: boolean; children: ReactNode }) => (
  <div
    className={`overflow-hidden border-y bg-surface min-[760px]:rounded-xl min-[760px]:border min-[760px]:shadow-sm ${narrow ? 'mx-auto max-w-115 p-7 max-[759px]:p-5' : ''}`}
  >
    {children}
  </div>
)

/** The focus starts here. */
function Title({ own = false, children }: { own?: boolean; children: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <h1 ref={heading} tabIndex={-1} translate={own ? 'no' : undefined} className="text-xl outline-none break-words">
      {children}
    </h1>
  )
}

function Missing({ signedIn }: { signedIn: ReactNode }) {
  return (
    <Card narrow>
      <Title>{texts.missing}</Title>
      <p className="mt-2 mb-5 text-md text-fg-2">{texts.missingText}</p>
      {signedIn}
    </Card>
  )
}

type AskingProps = { id: MessageId; zone: string; phone: boolean; signedIn: ReactNode }

function Asking({ id, zone, phone, signedIn }: AskingProps) {
  const { data: message, error, isFetching, refetch } = useQuery(messageQuery(id))
  const taskId = message?.metadata.entities.find((one) => one.entityType === 'task')?.entityId
  if (error instanceof ApiError && error.status < 500) return <Missing signedIn={signedIn} />
  if (!message) return <Waiting failed={error !== null} retrying={isFetching} onRetry={() => void refetch()} />
  if (message.gone) return <Missing signedIn={signedIn} />
  if (taskId === undefined || message.kind !== 'approval')
    return (
      <Card narrow>
        <Title>{texts.noDecision}</Title>
        <p className="mt-2 mb-5 text-md text-fg-2">{texts.noDecisionText}</p>
        <Link to="/inbox" search={{ message: id }} className={buttonClass({ variant: 'primary' })}>
          {texts.openInbox}
        </Link>
      </Card>
    )
  return <Approval message={message} taskId={taskId} zone={zone} phone={phone} signedIn={signedIn} />
}

function Waiting({ failed, retrying, onRetry }: { failed: boolean; retrying: boolean; onRetry: () => void }) {
  return (
    <Card narrow>
      {failed ? (
        <ErrorBlock title={texts.failed} retrying={retrying} onRetry={onRetry} />
      ) : (
        <Loading label={texts.loading} className="space-y-4">
          <Skeleton className="h-6 w-72 max-w-full" />
          <Skeleton className="h-32 w-full" />
        </Loading>
      )}
    </Card>
  )
}

type ApprovalProps = Omit<AskingProps, 'id'> & { message: OpenMessage; taskId: TaskId }

function Approval({ message, taskId, zone, phone, signedIn }: ApprovalProps) {
  const { data: task, error, isFetching, refetch } = useQuery(taskQuery(taskId))
  const acts = useMessageAct(message)
  useOpenOutbox()
  const { action: unsent } = useUnsaved(message)
  const [shown, setShown] = useState(false)
  if (error && !task) return <Waiting failed retrying={isFetching} onRetry={() => void refetch()} />
  if (!task) return <Waiting failed={false} retrying={isFetching} onRetry={() => void refetch()} />
  const isOpen = !acts.done && task.can.decide
  const file = <JudgedFiles task={task} roomy={!phone} onShown={setShown} />
  return (
    <Card>
      {isOpen && <ChangedBand message={message} task={task} />}
      <div className="min-[760px]:grid min-[760px]:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="p-7 max-[759px]:p-5">
          {acts.done ? (
            <Outcome title={acts.done.title} text={doneText(acts.done, zone)} task={task} next={acts.done.next} />
          ) : !task.can.decide ? (
            <AlreadyDecided task={task} zone={zone} />
          ) : (
            <>
              <MessageTags message={message} />
              <div className="mt-2">
                <Title own>{message.title}</Title>
              </div>
              <p translate="no" className="mt-1 text-sm text-fg-3">
                {task.workflow.name} · {task.instance_name}
              </p>
              {phone && <div className="mt-4">{file}</div>}
              <Facts message={message} task={task} zone={zone} />
              {unsent && <UnsentNote act={unsent} />}
              {unsent?.state !== 'waiting' && (
                <DecideFooter task={task} waits={showsFile(task, !phone) && !shown} acts={acts} />
              )}
            </>
          )}
        </div>
        <aside className="space-y-4 border-l bg-surface-2 p-6 max-[759px]:border-t max-[759px]:border-l-0 max-[759px]:p-5">
          <h2 className="sr-only">{texts.subject}</h2>
          {!phone && file}
          {signedIn}
        </aside>
      </div>
    </Card>
  )
}

const doneText = ({ at, note }: DoneAct, zone: string) =>
  [texts.atTime(clockTime(at, zone)), ...(note ? [note] : [])].join(' ')

function Facts({ message, task, zone }: { message: OpenMessage; task: Task; zone: string }) {
  // A day as such is over at the end of it: that moment is already the next day.
  const { due, due_day: day } = message
  const facts = [
    ...(message.sender ? [{ name: texts.requestedBy, value: message.sender.name }] : []),
    { name: texts.approvals, value: approvalsText(task) },
    ...(due ? [{ name: texts.due, value: dueDateText(day ?? due, day === null, zone) }] : []),
  ]
  return (
    <dl className="my-5 border-b text-sm">
      {facts.map(({ name, value }) => (
        <div key={name} className="flex gap-4 border-t py-2">
          <dt className="w-28 shrink-0 text-fg-3">{name}</dt>
          <dd translate="no" className="min-w-0 flex-1 break-words">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The mail names the version it was sent about. */
function ChangedBand({ message, task }: { message: OpenMessage; task: Task }) {
  const { version }: { version?: unknown } = useSearch({ strict: false })
  const [file, second] = task.attachments
  const isOther = version !== undefined && file && !second && Number(version) !== file.version_number
  if (message.type !== 'approval_asked_again' && !isOther) return null
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <output> holds words only, this holds a whole block
      role="status"
      className="flex items-start gap-3 border-b border-warning-line bg-warning-bg px-6 py-3 text-sm text-warning-fg"
    >
      <History size={16} aria-hidden className="mt-0.5 shrink-0" />
      <p>
        <span className="font-semibold">{texts.changed}</span> <span className="text-fg-2">{texts.changedText}</span>
      </p>
    </div>
  )
}

function AlreadyDecided({ task, zone }: { task: Task; zone: string }) {
  const now = useNow()
  const last = task.seats
    .filter((seat) => seat.verdict !== null && seat.at !== null)
    .toSorted((a, b) => (b.at ?? '').localeCompare(a.at ?? ''))[0]
  const who = last?.by?.name ?? last?.person?.name ?? texts.someone
  const when = last?.at ? whenText(last.at, zone, now) : ''
  const said = (verdict: (typeof VERDICTS)[number]) =>
    last?.mine ? texts.alreadyByYou[verdict](when) : texts.alreadyBy[verdict](who, when)
  const text = last?.verdict && last.at ? said(last.verdict) : task.blocked_by
  return (
    <Outcome title={texts.already} text={[text, texts.nothingLeft].filter(Boolean).join(' ')} task={task} next={null} />
  )
}

type OutcomeProps = { title: string; text: string; task: Task; next: MessageId | null }

function Outcome({ title, text, task, next }: OutcomeProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <output> holds words only, this holds a whole block
    <div role="status">
      <span className="mb-5 grid size-12 place-items-center rounded-full bg-success-bg text-success-fg">
        <CircleCheck size={24} aria-hidden />
      </span>
      <Title>{title}</Title>
      <p className="mt-2 text-md text-fg-2">{text}</p>
      <div className="mt-5 flex flex-wrap gap-2">
        {next && (
          <Link to="/inbox" search={{ message: next }} className={buttonClass({ variant: 'primary' })}>
            {texts.next}
          </Link>
        )}
        <Link
          to="/instances/$instanceId"
          params={{ instanceId: task.workflow_instance }}
          className={buttonClass({ variant: next ? 'secondary' : 'primary' })}
        >
          {texts.openInstance}
        </Link>
      </div>
    </div>
  )
}

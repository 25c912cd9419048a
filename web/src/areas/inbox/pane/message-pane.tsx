import { useQuery } from '@tanstack/react-query'
import { ApiError } from '@throughline/contracts/client'
import type { MessageId } from '@throughline/contracts/ids'
import type { Message, OpenMessage } from '@throughline/contracts/inbox'
import { ArrowRight, BellOff, CircleCheck, EyeOff } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useCurrentUser, useZone } from '../../../shared/current-user.ts'
import { clockTime } from '../../../shared/format/time.ts'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { Empty } from '../../../ui/empty.tsx'
import { ErrorBlock } from '../../../ui/error-block.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { JudgedFiles, showsFile } from '../../tasks/parts/judged-files.tsx'
import { TaskVotes } from '../../tasks/parts/task-votes.tsx'
import { taskQuery } from '../../tasks/tasks.api.ts'
import { useOutbox, useUnsaved } from '../changes/use-changes.ts'
import { messageQuery } from '../inbox.api.ts'
import { texts } from '../inbox.texts.ts'
import { ClaimFooter, CompleteFooter, OpenTaskFooter, RetryFooter, ReviewFooter } from './act-footer.tsx'
import { DecideFooter } from './decide-footer.tsx'
import { EntityCards } from './entity-cards.tsx'
import { Because, MessageAttachments, MessageHead, News } from './message-body.tsx'
import { texts as paneTexts } from './pane.texts.ts'
import { AnswerFooter, ReplyFooter } from './reply-footer.tsx'
import { UnsentNote } from './unsent-note.tsx'
import { type DoneAct, useMessageAct } from './use-message-act.ts'

type MessagePaneProps = {
  id: MessageId
  phone: boolean
  renderToolbar: (message: Message) => ReactNode
  onRead: (message: OpenMessage) => void
  onArchive: (message: Message) => void
  onNext: (id: MessageId) => void
  /** Told what needs the person next, once what was asked is done. */
  onDone: (of: MessageId, next: MessageId | null) => void
}

/** One message: what it says, what it is about, and what can be done about it right here. */
export function MessagePane({ id, phone, renderToolbar, onRead, onArchive, onNext, onDone }: MessagePaneProps) {
  const { data, error, isFetching, refetch } = useQuery(messageQuery(id))
  const { apply } = useOutbox()
  const message = data && { ...data, ...apply(data) }
  const seen = useRef('')
  // A workspace that has lapsed refuses every change: reading must not make one by itself.
  const canChange = useCurrentUser()?.subscription_active
  useEffect(() => {
    if (!canChange) return
    // News that comes while it is open is read, too; marked unread by hand, it stays so.
    const mark = data && `${data.id} ${data.timestamp}`
    if (!mark || seen.current === mark) return
    seen.current = mark
    if (!data.read) onRead(data)
  }, [data, onRead, canChange])
  return (
    <article aria-label={texts.message} className="flex h-full min-w-0 flex-1 flex-col">
      {message && renderToolbar(message)}
      {message ? (
        <OpenedMessage
          key={id}
          message={message}
          phone={phone}
          onArchive={() => onArchive(message)}
          onNext={onNext}
          onDone={onDone}
        />
      ) : error ? (
        <Unreadable error={error} retrying={isFetching} onRetry={() => void refetch()} />
      ) : (
        <LoadingMessage />
      )}
    </article>
  )
}

function Unreadable({ error, retrying, onRetry }: { error: Error; retrying: boolean; onRetry: () => void }) {
  const isMissing = error instanceof ApiError && error.status === 404
  return (
    <div className="grid flex-1 place-items-center">
      {isMissing ? (
        <Empty icon={EyeOff} title={texts.missing} hint={texts.missingHint} />
      ) : (
        <ErrorBlock
          icon={BellOff}
          title={texts.messageFailed}
          hint={texts.safe}
          retrying={retrying}
          onRetry={onRetry}
        />
      )}
    </div>
  )
}

function LoadingMessage() {
  return (
    <Loading label={texts.loadingMessage} className="mx-auto w-full max-w-150 flex-1 space-y-4 px-6 py-6">
      <Skeleton className="h-4 w-40" />
      <Skeleton className="h-6 w-80 max-w-full" />
      <Skeleton className="h-3 w-48" />
      <Skeleton className="h-24 w-full" />
    </Loading>
  )
}

type OpenedMessageProps = Pick<MessagePaneProps, 'phone' | 'onNext' | 'onDone'> & {
  message: OpenMessage
  onArchive: () => void
}

/** Acts whose footer or body shows the task itself. */
const WITH_TASK = new Set<OpenMessage['act']>(['decide', 'retry', 'complete'])

/** What can be opened or commented of what the message is about. */
function subjectsOf({ metadata: { entities } }: OpenMessage) {
  return {
    taskId: entities.find((one) => one.entityType === 'task')?.entityId,
    instanceId: entities.find((one) => one.entityType === 'instance')?.entityId,
    documentId: entities.find((one) => one.entityType === 'document')?.entityId,
  }
}

function OpenedMessage({ message, phone, onArchive, onNext, onDone }: OpenedMessageProps) {
  const acts = useMessageAct(message)
  const { done } = acts
  const { action: unsent } = useUnsaved(message)
  useEffect(() => {
    if (done) onDone(message.id, done.next)
  }, [done, message.id, onDone])
  const { taskId } = subjectsOf(message)
  const wanted = taskId !== undefined && WITH_TASK.has(message.act)
  const [shown, setShown] = useState(false)
  if (message.gone)
    return (
      <div className="grid flex-1 place-items-center">
        <Empty icon={EyeOff} title={texts.gone} hint={texts.goneHint} />
      </div>
    )
  return (
    <>
      <section
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and keys must be able to
        tabIndex={0}
        aria-label={texts.message}
        className="inset-focus min-h-0 flex-1 overflow-y-auto px-8 py-6 max-[1099px]:px-6 max-[759px]:px-4 max-[759px]:py-4"
      >
        <div className="mx-auto max-w-150 space-y-5">
          <MessageHead message={message} />
          <News message={message} />
          {wanted && message.act === 'decide' && !acts.done && (
            <JudgedTask taskId={taskId} roomy={!phone} onShown={setShown} />
          )}
          {taskId && message.kind === 'approval' && message.act === null && <TaskVotes taskId={taskId} />}
          <EntityCards entities={message.metadata.entities} />
          <MessageAttachments attachments={message.attachments} />
          <Because because={message.because} />
        </div>
      </section>
      <Footer done={acts.done !== undefined}>
        {acts.done ? (
          <DoneFooter done={acts.done} onNext={onNext} />
        ) : (
          <>
            {unsent && <UnsentNote act={unsent} />}
            {unsent?.state !== 'waiting' && (
              <ActFooter message={message} phone={phone} shown={shown} acts={acts} onArchive={onArchive} />
            )}
          </>
        )}
      </Footer>
    </>
  )
}

function Footer({ done, children }: { done: boolean; children: ReactNode }) {
  return (
    <footer
      data-foot
      className={cn(
        'shrink-0 border-t px-8 py-4 empty:hidden max-[1099px]:px-6 max-[759px]:px-4 max-[759px]:py-3 has-[>div:empty]:hidden',
        done ? 'bg-success-bg' : 'bg-surface-2',
      )}
    >
      <div className="mx-auto max-w-150">{children}</div>
    </footer>
  )
}

type JudgedTaskProps = { taskId: Parameters<typeof taskQuery>[0]; roomy: boolean; onShown: (shown: boolean) => void }

function JudgedTask({ taskId, roomy, onShown }: JudgedTaskProps) {
  const { data: task } = useQuery(taskQuery(taskId))
  return task ? <JudgedFiles task={task} roomy={roomy} onShown={onShown} /> : null
}

type ActFooterProps = Pick<OpenedMessageProps, 'message' | 'phone' | 'onArchive'> & {
  shown: boolean
  acts: ReturnType<typeof useMessageAct>
}

function ActFooter({ message, phone, shown, acts, onArchive }: ActFooterProps) {
  const { taskId, instanceId, documentId } = subjectsOf(message)
  if (message.act === null) return null
  if (message.act === 'answer') return <AnswerFooter acts={acts} onArchive={onArchive} />
  if (message.act !== 'reply')
    return taskId && <TaskFooter act={message.act} taskId={taskId} phone={phone} shown={shown} acts={acts} />
  const subject = taskId
    ? ({ kind: 'task', id: taskId } as const)
    : documentId
      ? ({ kind: 'document', id: documentId } as const)
      : instanceId && ({ kind: 'instance', id: instanceId } as const)
  const among = instanceId
    ? ({ kind: 'instance', id: instanceId } as const)
    : documentId && ({ kind: 'document', id: documentId } as const)
  return subject && among ? <ReplyFooter subject={subject} among={among} onArchive={onArchive} /> : null
}

type TaskFooterProps = Pick<ActFooterProps, 'phone' | 'shown' | 'acts'> & {
  act: 'decide' | 'review' | 'complete' | 'claim' | 'retry'
  taskId: JudgedTaskProps['taskId']
}

function TaskFooter({ act, taskId, phone, shown, acts }: TaskFooterProps) {
  const {
    data: task,
    error,
    isFetching,
    refetch,
  } = useQuery({
    ...taskQuery(taskId),
    enabled: WITH_TASK.has(act),
  })
  if (act === 'claim') return <ClaimFooter taskId={taskId} acts={acts} />
  if (act === 'review') return <ReviewFooter taskId={taskId} acts={acts} />
  if (!task)
    return error ? (
      <div role="alert" className="flex items-center gap-3 text-sm text-danger-fg">
        <span className="flex-1">{paneTexts.taskFailed}</span>
        <Button size="sm" busy={isFetching} onClick={() => void refetch()}>
          {texts.retry}
        </Button>
      </div>
    ) : (
      <Loading label={paneTexts.taskLoading} className="space-y-3">
        <Skeleton className="h-14 w-full" />
        <Skeleton className="h-8 w-72 max-w-full" />
      </Loading>
    )
  if (act === 'retry') return <RetryFooter task={task} acts={acts} />
  if (act === 'complete')
    return task.fields.length > 0 ? <OpenTaskFooter taskId={taskId} /> : <CompleteFooter taskId={taskId} acts={acts} />
  if (!task.can.decide) return <p className="text-sm text-fg-3">{task.blocked_by ?? paneTexts.notWaiting}</p>
  return <DecideFooter task={task} waits={showsFile(task, !phone) && !shown} keys={!phone} acts={acts} />
}

/** What was done and what follows; J goes on to what needs the person next. */
function DoneFooter({ done, onNext }: { done: DoneAct; onNext: (id: MessageId) => void }) {
  const zone = useZone()
  const { next, title, note, at } = done
  const button = useRef<HTMLButtonElement>(null)
  const all = useRef<HTMLDivElement>(null)
  useEffect(() => (button.current ?? all.current)?.focus({ preventScroll: true }), [])
  return (
    <div ref={all} tabIndex={-1} className="flex items-center gap-3 outline-none">
      <CircleCheck size={22} aria-hidden className="shrink-0 text-success-fg" />
      <output className="min-w-0 flex-1">
        <span className="block text-md font-medium">{paneTexts.doneAt(title, clockTime(at, zone))}</span>
        <span className="block text-sm text-fg-2">{note ?? (next ? null : paneTexts.nothingNext)}</span>
      </output>
      {next && (
        <Button ref={button} variant="primary" iconEnd={ArrowRight} kbd="J" onClick={() => onNext(next)}>
          {paneTexts.next}
        </Button>
      )}
    </div>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ApiError } from '@throughline/contracts/client'
import type { Submission, SubmissionStart } from '@throughline/contracts/form-submissions'
import { Ellipsis, Printer, RotateCw, ShieldQuestion, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useZone } from '../../../shared/current-user.ts'
import { fileStates } from '../../../shared/file-states.texts.ts'
import { durationText } from '../../../shared/format/duration.ts'
import { sizeText } from '../../../shared/format/size.ts'
import { exactMoment } from '../../../shared/format/time.ts'
import { QueryFailed } from '../../../shared/query-failed.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { buttonClass } from '../../../ui/button-style.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { MenuItem } from '../../../ui/menu-items.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { submissionQuery } from '../submissions.api.ts'
import { texts } from '../submissions.texts.ts'
import { answerText } from './answer-text.ts'
import type { SubmissionActs } from './use-submission-acts.ts'

const panelTexts = texts.panel

type SubmissionPanelProps = {
  formId: string
  id: string
  /** Absent for people who may only read. */
  acts: SubmissionActs | undefined
  /** Responses to the form start something. */
  isStarting: boolean
  onErase: (submission: Submission) => void
  onClose: () => void
}

export function SubmissionPanel({ formId, id, acts, isStarting, onErase, onClose }: SubmissionPanelProps) {
  const query = useQuery(submissionQuery(formId, id))
  const { data } = query
  const isGone = query.error instanceof ApiError && query.error.status === 404
  return (
    <Panel
      title={data ? data.receipt : texts.title}
      actions={data && <PanelMenu submission={data} onErase={acts && (() => onErase(data))} />}
      footer={data && footerOf({ submission: data, acts, isStarting, onErase: () => onErase(data) })}
      onClose={onClose}
    >
      {data ? (
        <Content submission={data} />
      ) : query.isPending ? (
        <PanelLoading />
      ) : (
        <QueryFailed query={query} title={isGone ? panelTexts.gone : panelTexts.failed} />
      )}
    </Panel>
  )
}

function PanelLoading() {
  return (
    <Loading label={texts.loading} className="space-y-3">
      {['w-40', 'w-56', 'w-32', 'w-48', 'w-44'].map((width) => (
        <Skeleton key={width} round className={`h-3 ${width}`} />
      ))}
    </Loading>
  )
}

function PanelMenu({ submission, onErase }: { submission: Submission; onErase: (() => void) | undefined }) {
  return (
    <Menu align="end" trigger={<IconButton label={panelTexts.more} icon={Ellipsis} />}>
      <MenuItem icon={Printer} onSelect={() => print()}>
        {panelTexts.print}
      </MenuItem>
      {onErase && submission.state !== 'held' && (
        <MenuItem icon={Trash2} danger onSelect={onErase}>
          {panelTexts.erase}
        </MenuItem>
      )}
    </Menu>
  )
}

type FooterProps = Pick<SubmissionPanelProps, 'acts' | 'isStarting'> & { submission: Submission; onErase: () => void }

/** Nothing where there is nothing to do. */
function footerOf({ submission, acts, isStarting, onErase }: FooterProps): ReactNode {
  const { state, starts } = submission
  if (state === 'held')
    return (
      acts && (
        <>
          <Button className="flex-1" busy={acts.busy === 'release'} onClick={() => void acts.release(submission)}>
            {isStarting ? panelTexts.release : panelTexts.keep}
          </Button>
          <Button icon={Trash2} onClick={onErase}>
            {panelTexts.remove}
          </Button>
        </>
      )
    )
  if (state === 'not_started')
    return (
      acts && (
        <Button
          variant="primary"
          icon={RotateCw}
          className="flex-1"
          busy={acts.busy === 'retry'}
          onClick={() => void acts.retry(submission)}
        >
          {panelTexts.retry}
        </Button>
      )
    )
  const instance = starts.find((start) => start.instance)?.instance
  return (
    instance && (
      <Link
        to="/instances/$instanceId"
        params={{ instanceId: instance.id }}
        className={buttonClass({ variant: 'primary', className: 'flex-1' })}
      >
        {panelTexts.open(instance.key)}
      </Link>
    )
  )
}

function Content({ submission }: { submission: Submission }) {
  const { pages, files, starts, version } = submission
  const ofField = (id: string) => files.filter(({ element }) => element === id)
  const fields = new Set(pages.flatMap((page) => page.fields.map(({ id }) => id)))
  const others = files.filter(({ element }) => !fields.has(element))
  return (
    <div className="space-y-5">
      <p className="text-xs text-fg-3">{panelTexts.place(version)}</p>
      {submission.state === 'held' && <Held because={submission.held_because} />}
      {starts.map((start, n) => start.reason && <NotStarted key={start.workflow?.id ?? n} start={start} />)}
      <Facts>
        <Fact label={panelTexts.received}>
          <Received submission={submission} />
        </Fact>
        {starts.map(
          (start) =>
            start.instance && (
              <Fact key={start.instance.id} label={panelTexts.started}>
                <Link
                  translate="no"
                  to="/instances/$instanceId"
                  params={{ instanceId: start.instance.id }}
                  className="text-accent-text hover:underline"
                >
                  {start.instance.key} {start.instance.name}
                </Link>
              </Fact>
            ),
        )}
      </Facts>
      {pages.map(({ title, fields }, n) => (
        <section key={`${n} ${title}`} aria-label={title || panelTexts.answers} className="border-t pt-4">
          <h3 className="mb-2 text-sm font-medium text-fg-2">{title || panelTexts.answers}</h3>
          <Facts>
            {fields.map(({ id, label, type, value }) => (
              <Fact key={id} label={label}>
                {type === 'file' && ofField(id).length > 0 ? (
                  <FileList files={ofField(id)} />
                ) : (
                  <span translate="no" className="wrap-anywhere whitespace-pre-line">
                    {answerText(value, type) || texts.noAnswer}
                  </span>
                )}
              </Fact>
            ))}
          </Facts>
        </section>
      ))}
      {others.length > 0 && (
        <section aria-label={panelTexts.files} className="border-t pt-4">
          <h3 className="mb-2 text-sm font-medium text-fg-2">{panelTexts.files}</h3>
          <FileList files={others} />
        </section>
      )}
    </div>
  )
}

function Received({ submission: { received_at, took_seconds, device } }: { submission: Submission }) {
  const zone = useZone()
  const took = took_seconds === null ? undefined : durationText(took_seconds * 1_000)
  const how =
    took && device ? panelTexts.took[device](took) : (took ?? (device === 'phone' ? panelTexts.onPhone : undefined))
  return (
    <>
      <time translate="no" dateTime={received_at}>
        {exactMoment(received_at, zone)}
      </time>
      {how && <span className="text-fg-3"> {how}</span>}
    </>
  )
}

function Held({ because }: { because: Submission['held_because'] }) {
  return (
    <Banner tone="warning" icon={ShieldQuestion} title={texts.held.title}>
      <ul className="list-disc pl-4">
        {because.map((sign) => (
          <li key={sign}>{texts.held.signs[sign]}</li>
        ))}
      </ul>
      <p className="mt-1">{texts.held.note}</p>
    </Banner>
  )
}

function NotStarted({ start: { workflow, reason } }: { start: SubmissionStart }) {
  return (
    <Banner tone="danger" title={panelTexts.notStarted(workflow?.name ?? panelTexts.hidden)}>
      {texts.trouble.one(reason ?? '')}
    </Banner>
  )
}

function FileList({ files }: { files: Submission['files'] }) {
  return (
    <ul className="space-y-1.5">
      {files.map(({ id, name, size, state }) => (
        <li key={id} className="flex items-baseline gap-2">
          {state === 'clean' ? (
            <Link
              translate="no"
              to="/files"
              search={{ document: id }}
              className="min-w-0 truncate text-accent-text hover:underline"
            >
              {name}
            </Link>
          ) : (
            <span translate="no" className="min-w-0 truncate">
              {name}
            </span>
          )}
          <span className="shrink-0 text-xs text-fg-3">
            {sizeText(size)}
            {state !== 'clean' && `, ${fileStates[state]}`}
          </span>
        </li>
      ))}
    </ul>
  )
}

const Facts = ({ children }: { children: ReactNode }) => (
  <dl className="grid grid-cols-[minmax(96px,132px)_1fr] gap-x-3 gap-y-2">{children}</dl>
)

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-fg-3 wrap-anywhere">{label}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  )
}

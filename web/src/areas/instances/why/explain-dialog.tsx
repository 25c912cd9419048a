import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Explanation, ProposedChange } from '@throughline/contracts/copilot'
import { useZone } from '../../../shared/current-user.ts'
import { preciseDuration } from '../../../shared/format/duration.ts'
import { capitalized } from '../../../shared/format/spelled.ts'
import { exactMoment } from '../../../shared/format/time.ts'
import { serverMessageOf } from '../../../shared/server-message.ts'
import { Banner } from '../../../ui/banner.tsx'
import { buttonClass } from '../../../ui/button-style.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { explain } from '../instances.api.ts'
import { texts as whyTexts } from './why.texts.ts'

const texts = whyTexts.explanation

type ExplainDialogProps = { instanceId: string; step: string; onClose: () => void }

/** Why a step stopped, what to do about it, and at most one change for the draft. */
export function ExplainDialog({ instanceId, step, onClose }: ExplainDialogProps) {
  const { data, error } = useQuery({
    queryKey: ['explanation', instanceId, step],
    queryFn: () => explain(instanceId, step),
    // Each time anew, and never by itself: a model may charge for it.
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  return (
    <Dialog
      title={data?.title ?? texts.title}
      note={data && drafterOf(data)}
      onClose={onClose}
      footer={data?.change && <ShowOnCanvas title={data.title} workflowId={data.workflow_id} change={data.change} />}
    >
      {data && <Explained {...data} />}
      {error && (
        <Banner tone="danger" title={texts.failed}>
          {serverMessageOf(error)}
        </Banner>
      )}
      {!data && !error && (
        <Loading label={texts.loading} className="space-y-2">
          <Skeleton className="h-10" />
          <Skeleton className="h-10" />
        </Loading>
      )}
    </Dialog>
  )
}

const drafterOf = ({ drafter, model }: Explanation) =>
  drafter === 'model' && model ? texts.byModel(model.name, model.host) : texts.byRules

type ShowOnCanvasProps = { title: string; workflowId: string; change: ProposedChange }

const ShowOnCanvas = ({ title, workflowId, change }: ShowOnCanvasProps) => (
  <Link
    to="/workflow-builder/$workflowId"
    params={{ workflowId }}
    search={{ mode: 'copilot' }}
    state={{ suggested: { title, change } }}
    className={buttonClass({ variant: 'primary' })}
  >
    {texts.show}
  </Link>
)

const shown = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** What a change of a step sets, without the way to it. */
const settingOf = (path: string) => capitalized(path.split('/').slice(3).join(' ').replaceAll('_', ' '))

function Explained({ happened, why, to_do, change, saw, drafter, model, note }: Explanation) {
  const zone = useZone()
  const parts = [
    [texts.happened, happened],
    [texts.why, why],
    [texts.toDo, to_do],
  ] as const
  return (
    <div className="space-y-3 text-sm">
      {model && note !== null && <Banner tone="warning" title={texts.away(model.name, note)} />}
      {parts.map(([title, text]) => (
        <section key={title}>
          <h3 className="text-xs font-medium text-fg-3">{title}</h3>
          <p className="mt-0.5 break-words">{text}</p>
        </section>
      ))}
      {change && (
        <section>
          <h3 className="text-xs font-medium text-fg-3">{texts.change}</h3>
          <ul className="mt-1 rounded-md border px-3 py-2 text-xs">
            {change.changes.map(({ path, before, after }) => (
              <li key={path} translate="no" className="break-words">
                {settingOf(path)}: {before !== undefined && <del>{shown(before)}</del>} {shown(after)}
              </li>
            ))}
          </ul>
          <p className="mt-1 text-xs text-fg-3">{texts.changeHint}</p>
        </section>
      )}
      <details className="rounded-md bg-surface-2 px-3 py-2 text-xs">
        <summary className="font-medium">{drafter === 'model' ? texts.saw : texts.sawRules}</summary>
        <p className="mt-1 text-fg-2">{texts.sawHint}</p>
        <ul className="mt-1 list-disc pl-4">
          {saw.attempts.map(({ at, took, problem }) => (
            <li key={at}>{texts.attempt(exactMoment(at, zone), preciseDuration(took), problem)}</li>
          ))}
        </ul>
        <pre translate="no" className="mt-1 overflow-x-auto whitespace-pre-wrap break-words">
          {JSON.stringify(saw.step, null, 2)}
        </pre>
      </details>
    </div>
  )
}

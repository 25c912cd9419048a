import { Link } from '@tanstack/react-router'
import type { ConnectionCall, ConnectionPage } from '@throughline/contracts/connection-acts'
import { useZone } from '../../../shared/current-user.ts'
import { callDuration } from '../../../shared/format/duration.ts'
import { momentText } from '../../../shared/format/moments.ts'
import { useNow } from '../../../shared/use-now.ts'
import { Card } from '../../../ui/card.tsx'
import { linkClass } from '../../../ui/link-style.ts'
import { texts } from './page.texts.ts'

const cell = 'border-t px-5 py-2 text-left align-top'
const head = 'px-5 py-2 text-left text-xs font-medium text-fg-3'

const TONES: Record<ConnectionCall['result'], string> = {
  sent: 'text-success-fg',
  answered: 'text-fg',
  unknown: 'text-warning-fg',
  failed: 'text-danger-fg',
  held: 'text-warning-fg',
  under_way: 'text-fg-2',
}

export function CallsCard({ calls }: Pick<ConnectionPage, 'calls'>) {
  const zone = useZone()
  const now = useNow()
  const { calls: words } = texts
  return (
    <Card title={words.title} note={words.note}>
      {calls.length === 0 ? (
        <p className="p-5 text-sm text-fg-3">{words.none}</p>
      ) : (
        <div className="overflow-x-auto">
          <table className="w-full text-sm">
            <thead>
              <tr>
                {[words.when, words.operation, words.case, words.result, words.took].map((title) => (
                  <th key={title} scope="col" className={head}>
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {calls.map(({ at, operation, result, attempts, problem, took, instance }, row) => (
                <tr key={`${at} ${row}`}>
                  <td className={`${cell} tnum whitespace-nowrap text-fg-2`}>{momentText(at, zone, now)}</td>
                  <td translate="no" className={cell}>
                    {operation}
                  </td>
                  <td className={cell}>
                    {instance ? (
                      <Link
                        to="/instances/$instanceId"
                        params={{ instanceId: instance.id }}
                        translate="no"
                        className={linkClass}
                      >
                        {`${instance.key} ${instance.name}`}
                      </Link>
                    ) : (
                      <span className="text-fg-3">{words.hidden}</span>
                    )}
                  </td>
                  <td className={cell}>
                    <span className={TONES[result]}>{words.results[result]}</span>
                    {attempts > 1 && <span className="text-fg-3">{` · ${words.attempts(attempts)}`}</span>}
                    {problem && (
                      <span translate="no" className="block text-xs wrap-anywhere text-fg-3">
                        {problem}
                      </span>
                    )}
                  </td>
                  <td className={`${cell} tnum whitespace-nowrap`}>{took === null ? '' : callDuration(took)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  )
}

type UsesProps = Pick<ConnectionPage, 'steps' | 'hidden_workflows'>

/** Workflows that the viewer may not see are counted, never named. */
export function UsesCard({ steps, hidden_workflows }: UsesProps) {
  const { uses } = texts
  return (
    <Card title={uses.title}>
      {steps.length === 0 && hidden_workflows === 0 && <p className="p-5 text-sm text-fg-3">{uses.none}</p>}
      {steps.length > 0 && (
        <div className="overflow-x-auto">
          <table className="w-full min-w-120 table-fixed text-sm">
            <colgroup>
              <col className="w-2/5" />
              <col />
              <col />
              <col className="w-24" />
            </colgroup>
            <thead>
              <tr>
                {[uses.workflow, uses.step, uses.operation, uses.running].map((title) => (
                  <th key={title} scope="col" className={head}>
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {steps.map(({ workflow, step, name, operation, running, in_draft, in_version }) => (
                <tr key={`${workflow.id} ${step}`}>
                  <td className={cell}>
                    <Link
                      to="/workflow-builder/$workflowId"
                      params={{ workflowId: workflow.id }}
                      translate="no"
                      className={`${linkClass} wrap-anywhere`}
                    >
                      {workflow.name}
                    </Link>
                  </td>
                  <td className={cell}>
                    <span translate="no" className="wrap-anywhere">
                      {name}
                    </span>
                    <UseState in_draft={in_draft} in_version={in_version} />
                  </td>
                  <td translate="no" className={`${cell} wrap-anywhere`}>
                    {operation}
                  </td>
                  <td className={`${cell} tnum`}>{running}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {hidden_workflows > 0 && <p className="border-t px-5 py-2 text-sm text-fg-2">{uses.hidden(hidden_workflows)}</p>}
    </Card>
  )
}

/** Where only one of draft and version calls by it. */
function UseState({ in_draft, in_version }: Pick<ConnectionPage['steps'][number], 'in_draft' | 'in_version'>) {
  if (in_draft && in_version) return null
  return in_draft ? (
    <span className="block text-xs text-fg-3">{texts.uses.onlyDraft}</span>
  ) : (
    <span className="block text-xs text-warning-fg">{texts.uses.notPublished}</span>
  )
}

/** A step that calls by the connection, with its workflow. */
export function StepUse({ use }: { use: ConnectionPage['steps'][number] }) {
  const { workflow, name, operation, running, in_draft, in_version } = use
  return (
    <li className="flex items-center gap-3 px-3 py-2">
      <span translate="no" className="shrink-0 rounded-xs border px-1.5 font-mono text-xs">
        {workflow.prefix}
      </span>
      <span className="min-w-0 flex-1">
        <Link
          to="/workflow-builder/$workflowId"
          params={{ workflowId: workflow.id }}
          translate="no"
          title={workflow.name}
          className={`${linkClass} block truncate font-medium`}
        >
          {workflow.name}
        </Link>
        <span translate="no" className="block truncate text-xs text-fg-2">
          {operation === null || operation === name ? name : `${name} · ${operation}`}
        </span>
        <UseState in_draft={in_draft} in_version={in_version} />
      </span>
      <span className="tnum shrink-0 text-fg-2">{texts.disconnect.running(running)}</span>
    </li>
  )
}

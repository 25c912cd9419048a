import type { TracedValue, TraceEntry, Turn } from '@throughline/contracts/instance-acts'
import type { ReactNode } from 'react'
import { preciseDuration } from '../../../shared/format/duration.ts'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { Effect } from './effect.tsx'
import { texts } from './trace.texts.ts'
import { hasFailed, mainEntry, noteOf, valueText } from './trace-text.ts'
import { What, Who } from './turn-row.tsx'

type TurnDetailsProps = { id: string; turn: Turn; zone: string; openTask: (id: string) => void }

/** Everything that is known of a turn: words, inputs, results, and what was sent outside. */
export function TurnDetails({ id, turn, zone, openTask }: TurnDetailsProps) {
  const main = mainEntry(turn)
  const others = turn.entries.filter((entry) => entry !== main)
  return (
    <tr>
      <td id={id} colSpan={6} className={cn('border-b p-0', hasFailed(turn) && 'bg-danger-bg/35')}>
        <div className="space-y-5 px-6 py-4 pl-[90px] @max-[600px]:px-4">
          {main && <EntryDetails entry={main} turn={turn} zone={zone} openTask={openTask} />}
          {others.length > 0 && (
            <Part title={texts.everything}>
              <ul className="space-y-1.5">
                {others.map((entry, place) => (
                  // oxlint-disable-next-line react/no-array-index-key -- what happens in a turn has nothing but its place
                  <li key={place} className="grid grid-cols-[minmax(0,1fr)_160px] items-center gap-3">
                    <What entry={entry} />
                    <Who entry={entry} />
                    {(noteOf(entry) || hasMore(entry)) && (
                      <div className="col-span-2 pl-3">
                        <EntryDetails entry={entry} turn={turn} zone={zone} openTask={openTask} />
                      </div>
                    )}
                  </li>
                ))}
              </ul>
            </Part>
          )}
          <p className="text-2xs text-fg-3">{texts.committed(preciseDuration(turn.took))}</p>
        </div>
      </td>
    </tr>
  )
}

const hasMore = ({ inputs, results, effect }: TraceEntry) => inputs.length > 0 || results.length > 0 || effect !== null

type EntryDetailsProps = { entry: TraceEntry; turn: Turn; zone: string; openTask: (id: string) => void }

function EntryDetails({ entry, turn, zone, openTask }: EntryDetailsProps) {
  const { inputs, results, effect, task_id } = entry
  const text = noteOf(entry)
  return (
    <div className={cn('grid gap-6', effect && 'grid-cols-[minmax(0,1fr)_minmax(0,1.15fr)] @max-[800px]:grid-cols-1')}>
      <div className="min-w-0 space-y-3">
        {(text || effect) && (
          <div>
            {text && (
              <h3 translate="no" dir="auto" className="text-left text-sm font-semibold tracking-normal break-words">
                {text}
              </h3>
            )}
            {effect && <p className="mt-0.5 text-fg-2">{effect.honours_keys ? texts.knowsKeys : texts.knowsNoKeys}</p>}
          </div>
        )}
        {inputs.length > 0 && <Json title={texts.inputs} values={inputs} turn={turn} />}
        {results.length > 0 && <Json title={texts.results} values={results} turn={turn} />}
        {effect && <p className="truncate font-mono text-2xs text-fg-3">{texts.key(effect.key)}</p>}
        {task_id !== null && (
          <Button size="sm" onClick={() => openTask(task_id)}>
            {texts.openTask}
          </Button>
        )}
      </div>
      {effect && <Effect effect={effect} tool={entry.tool} zone={zone} />}
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h4 className="mb-1 text-xs font-medium text-fg-3">{title}</h4>
      {children}
    </div>
  )
}

type JsonProps = { title: string; values: readonly TracedValue[]; turn: Turn }

function Json({ title, values, turn }: JsonProps) {
  const text = valueText(Object.fromEntries(values.map(({ name, value }) => [name, value])), turn, 2)
  return (
    <Part title={title}>
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keys
        tabIndex={0}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a section knows no line breaks
        role="region"
        aria-label={title}
        translate="no"
        className="max-h-40 overflow-auto rounded-md border bg-surface px-3 py-2 font-mono text-2xs leading-[1.5] text-fg-2"
      >
        {text}
      </pre>
      {values.map(
        ({ name, size }) =>
          size !== null && (
            <p key={name} className="mt-1 text-2xs text-fg-3">
              {texts.cut(name, size)}
            </p>
          ),
      )}
    </Part>
  )
}

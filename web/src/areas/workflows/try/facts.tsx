import type { Turn } from '@throughline/flow/compile'
import { cn } from '../../../ui/cn.ts'
import type { Drawing } from '../model/drawing.ts'
import { momentText } from './clock.ts'
import { tryTexts } from './try.texts.ts'
import { turnWords } from './turn-words.ts'
import type { ShownVariable } from './variables.ts'

const heading = 'mb-1 text-xs font-medium tracking-normal text-fg-3'

/** What every variable holds, and what the last turn and the question at hand have to do with it. */
export function Variables({ all, asking }: { all: readonly ShownVariable[]; asking: ReadonlySet<string> }) {
  if (all.length === 0) return null
  return (
    <section className="-mx-4 mt-4 border-t px-4 pt-3">
      <h3 className={heading}>{tryTexts.variables}</h3>
      <table className="w-full table-fixed text-xs">
        <colgroup>
          <col className="w-[46%]" />
          <col />
          <col className="w-[24%]" />
        </colgroup>
        <thead className="sr-only">
          <tr>
            <th>{tryTexts.name}</th>
            <th>{tryTexts.value}</th>
            <th>{tryTexts.setBy}</th>
          </tr>
        </thead>
        <tbody>
          {all.map(({ name, type, value, by, fresh }) => (
            <tr
              key={name}
              className={cn('h-7 border-t first:border-t-0', (fresh || asking.has(name)) && 'bg-accent-subtle')}
            >
              <th scope="row" className="truncate pr-2 pl-1 text-left font-normal">
                <span translate="no" className="font-mono">
                  {name}
                </span>
                <span className="ml-1.5 text-fg-3">{type}</span>
              </th>
              <td className={cn('truncate pr-2 text-right', value === undefined ? 'text-fg-3' : 'font-medium')}>
                {value ?? (asking.has(name) ? tryTexts.beingAnswered : tryTexts.notSet)}
              </td>
              <td translate="no" className="truncate pr-1 text-right text-fg-3">
                {by}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

export function Happened({ turns, drawing }: { turns: readonly Turn[]; drawing: Drawing }) {
  return (
    <section className="-mx-4 mt-3 border-t px-4 pt-3">
      <h3 className={heading}>{tryTexts.happened}</h3>
      <ol className="grid gap-1.5 text-xs">
        {turns.map((turn, n) => (
          // A turn has no name but its place.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={n} className="flex gap-2">
            <span className="tnum w-4 shrink-0 text-fg-3">{n + 1}</span>
            <span className={cn('min-w-0 flex-1', n === turns.length - 1 ? 'text-fg' : 'text-fg-2')}>
              {turnWords(turn, drawing)}
            </span>
            <span className="tnum shrink-0 text-fg-3">{momentText(turn.at)}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

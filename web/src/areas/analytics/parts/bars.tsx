import { type ReactNode, use } from 'react'
import { numberText } from '../../../shared/format/count.ts'
import { PathLink } from '../../../shared/path-link.tsx'
import { texts } from '../analytics.texts.ts'
import { DeadFigures } from './figure.tsx'

type BarPart = { value: number; color: string; word: string; text?: string }

export type Bar = {
  key: string
  name: string
  note?: string
  parts: readonly BarPart[]
  /** Where the whole bar leads, if anywhere; the table has a link for each part. */
  path?: string
  /** Of a bar that opens a panel here: what it counted, so that the focus comes back to it. */
  figure?: string
  end: ReactNode
}

type BarsProps = { bars: readonly Bar[]; nameWidth?: number; endWidth?: number }

const sumOf = ({ parts }: Bar) => parts.reduce((sum, { value }) => sum + value, 0)

/** Horizontal bars as a list of links: parts are too thin to be hit, so each bar is one. */
export function Bars({ bars, nameWidth = 150, endWidth = 76 }: BarsProps) {
  const dead = use(DeadFigures)
  const most = Math.max(1e-9, ...bars.map(sumOf))
  return (
    <ul className="flex flex-col gap-[3px] px-4 pt-1.5 pb-3">
      {bars.map((bar) => {
        const drawn = (
          <span aria-hidden className="flex h-4 min-w-1.5 gap-[2px]" style={{ width: `${(sumOf(bar) / most) * 100}%` }}>
            {bar.parts
              .filter(({ value }) => value > 0)
              .map(({ value, color, word }) => (
                <span
                  key={word}
                  className="h-full min-w-1 first:rounded-l-[3px] last:rounded-r-[3px]"
                  style={{ flex: value, background: color }}
                />
              ))}
          </span>
        )
        const parts = bar.parts.map(({ value, word, text }) => texts.part(text ?? numberText(value), word))
        return (
          <li
            key={bar.key}
            className="grid items-center gap-3"
            style={{ gridTemplateColumns: `minmax(0, ${nameWidth}px) minmax(0, 1fr) ${endWidth}px` }}
          >
            <span translate="no" className="min-w-0" title={bar.name}>
              <span className="block truncate text-fg-2">{bar.name}</span>
              {bar.note && <span className="block truncate text-xs text-fg-3">{bar.note}</span>}
            </span>
            {dead || bar.path === undefined ? (
              <span className="flex h-6 items-center">{drawn}</span>
            ) : (
              <PathLink
                path={bar.path}
                aria-label={texts.bar(bar.name, parts)}
                data-figure={bar.figure}
                className="flex h-6 items-center rounded-[3px]"
              >
                {drawn}
              </PathLink>
            )}
            <span className="tnum text-right text-sm whitespace-nowrap">{bar.end}</span>
          </li>
        )
      })}
    </ul>
  )
}

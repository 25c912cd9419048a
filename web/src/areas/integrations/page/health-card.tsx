import type { ConnectionPage } from '@throughline/contracts/connection-acts'
import { ChartColumn, Table2 } from 'lucide-react'
import { useState } from 'react'
import { useZone } from '../../../shared/current-user.ts'
import { callDuration } from '../../../shared/format/duration.ts'
import { momentWithin } from '../../../shared/format/moments.ts'
import { dateText } from '../../../shared/format/time.ts'
import { useNow } from '../../../shared/use-now.ts'
import { Card } from '../../../ui/card.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Health } from '../parts/tool-badges.tsx'
import { texts as pageTexts } from './page.texts.ts'

const texts = pageTexts.health

function useSentence({ connection: { health }, usually, paused_until }: ConnectionPage): string {
  const zone = useZone()
  const now = useNow()
  const isPaused = paused_until !== null && Date.parse(paused_until) > now
  if (isPaused && health !== 'off') return texts.waits(momentWithin(paused_until, zone, now))
  if (health === 'slow') return texts.slow(callDuration(usually ?? 0))
  if (health === 'off') return texts.off(momentWithin(paused_until ?? now, zone, now))
  return texts[health]
}

/** How it does in a sentence, and its calls of fourteen days as bars or as a table. */
export function HealthCard({ page }: { page: ConnectionPage }) {
  const [isTable, setTable] = useState(false)
  const { connection, days, held } = page
  const sum = (of: 'calls' | 'failed') => days.reduce((all, day) => all + day[of], 0)
  return (
    <Card
      title={texts.title}
      note={texts.note}
      action={
        <IconButton
          label={isTable ? texts.chart : texts.table}
          icon={isTable ? ChartColumn : Table2}
          onClick={() => setTable(!isTable)}
        />
      }
    >
      <div className="grid gap-5 p-5 @min-[640px]:grid-cols-[minmax(0,14rem)_minmax(0,1fr)]">
        <div className="space-y-2 text-sm text-fg-2">
          <Health connection={connection} />
          <p>{useSentence(page)}</p>
          {held > 0 && <p className="tnum">{texts.held(held)}</p>}
          {connection.health === 'rejected' && connection.problem !== null && (
            <p>
              <span className="block text-xs text-fg-3">{texts.reason}</span>
              <span translate="no" className="wrap-anywhere">
                {connection.problem}
              </span>
            </p>
          )}
        </div>
        <div className="min-w-0 space-y-3">
          <p className="tnum flex gap-4 text-sm">
            <span className="font-medium">{texts.calls(sum('calls'))}</span>
            {sum('failed') > 0 && <span className="text-danger-fg">{texts.failed(sum('failed'))}</span>}
          </p>
          {isTable ? <Days days={days} /> : <Bars days={days} />}
        </div>
      </div>
    </Card>
  )
}

type Days = ConnectionPage['days']
const HEIGHT = 80

function Bars({ days }: { days: Days }) {
  const most = Math.max(1, ...days.map(({ calls }) => calls))
  const high = (count: number) => (count === 0 ? 0 : Math.max(2, Math.round((count / most) * HEIGHT)))
  return (
    <ol className="flex items-end gap-1">
      {days.map(({ day, calls, failed }) => (
        <li key={day} className="min-w-0 flex-1 text-center" title={texts.bar(dateText(day, 'UTC'), calls, failed)}>
          <span className="sr-only">{texts.bar(dateText(day, 'UTC'), calls, failed)}</span>
          <svg aria-hidden width="100%" height={HEIGHT} preserveAspectRatio="none" viewBox={`0 0 10 ${HEIGHT}`}>
            <rect x="0" width="10" y={HEIGHT - 1} height="1" className="fill-line" />
            <rect x="0" width="10" y={HEIGHT - high(calls)} height={high(calls)} className="fill-accent" />
            <rect x="0" width="10" y={HEIGHT - high(calls)} height={high(failed)} className="fill-danger-fg" />
          </svg>
          <span aria-hidden className="tnum text-2xs text-fg-3">
            {Number(day.slice(8))}
          </span>
        </li>
      ))}
    </ol>
  )
}

function Days({ days }: { days: Days }) {
  return (
    <table className="tnum w-full text-sm">
      <thead>
        <tr className="text-left text-xs text-fg-3">
          <th scope="col">{texts.day}</th>
          <th scope="col" className="text-right">
            {texts.made}
          </th>
          <th scope="col" className="text-right">
            {texts.lost}
          </th>
        </tr>
      </thead>
      <tbody>
        {days.map(({ day, calls, failed }) => (
          <tr key={day} className="border-t">
            <td>{dateText(day, 'UTC')}</td>
            <td className="text-right">{calls}</td>
            <td className="text-right">{failed}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

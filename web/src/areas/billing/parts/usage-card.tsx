import { type Subscription, VOLUMES, type Volume } from '@throughline/contracts/billing'
import { Card } from '../../../ui/card.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { texts } from '../subscription.texts.ts'
import { amountText, percentOf, VOLUME_ICONS } from './plan-volumes.tsx'

const { usage: words } = texts
const NEARLY = 80

export function UsageCard({ subscription }: { subscription: Subscription }) {
  const { usage, limits, held_starts, takes_payments } = subscription
  return (
    <Card title={words.title}>
      <ul className="grid gap-5 px-5 py-4 @min-[560px]:grid-cols-3">
        {VOLUMES.map((volume) => (
          <Used key={volume} volume={volume} used={usage[volume]} limit={takes_payments ? limits[volume] : null} />
        ))}
      </ul>
      {held_starts > 0 && <p className="border-t px-5 py-3 text-sm text-fg-2">{words.held(held_starts)}</p>}
    </Card>
  )
}

function Used({ volume, used, limit }: { volume: Volume; used: number; limit: number | null }) {
  const Icon = VOLUME_ICONS[volume]
  const percent = limit === null ? 0 : percentOf(used, limit)
  const amount = amountText(volume, used)
  const warning = percent >= 100 ? words.full : percent >= NEARLY ? words.nearly : undefined
  return (
    <li className="min-w-0">
      <div className="flex items-center gap-2 text-sm">
        <Icon size={14} strokeWidth={1.8} aria-hidden className="text-fg-3" />
        <span className="text-fg-2">{words[volume]}</span>
        <span translate="no" className="tnum ml-auto font-medium">
          {limit === null ? amount : words.of(amount, amountText(volume, limit))}
        </span>
      </div>
      {limit !== null && (
        <Progress label={words[volume]} value={percent} tone={warning ? 'warning' : 'accent'} className="mt-2" />
      )}
      <p className="mt-1.5 text-xs text-fg-3">
        {warning && <span className="font-medium text-warning-fg">{warning} · </span>}
        {words[`${volume}Note`]}
      </p>
    </li>
  )
}

import { type Plan, type PlanLimits, type Subscription, VOLUMES, type Volume } from '@throughline/contracts/billing'
import { portionOf } from '@throughline/contracts/money'
import { HardDrive, Layers, type LucideIcon, Users } from 'lucide-react'
import { numberText } from '../../../shared/format/count.ts'
import { sizeText } from '../../../shared/format/size.ts'
import { cn } from '../../../ui/cn.ts'
import { Progress } from '../../../ui/progress.tsx'
import { texts } from '../billing.texts.ts'

type Usage = Subscription['usage']

export const VOLUME_ICONS: Record<Volume, LucideIcon> = { people: Users, storage: HardDrive, runs: Layers }

export const amountText = (volume: Volume, amount: number): string =>
  volume === 'storage' ? sizeText(amount) : numberText(amount)

/** What a plan allows, in words. */
export function limitText(volume: Volume, limit: number | null): string {
  if (limit === null) return texts.volume.unlimited[volume]
  return volume === 'storage' ? texts.volume.storage(sizeText(limit)) : texts.volume[volume](limit)
}

function usedText(volume: Volume, used: number): string {
  const amount = amountText(volume, used)
  if (volume === 'people') return texts.volume.youHave(amount)
  return volume === 'storage' ? texts.volume.used(amount) : texts.volume.thisMonth(amount)
}

export const percentOf = (used: number, limit: number): number => (used >= limit ? 100 : portionOf(100, used, limit))

/** Why what is there does not fit into a plan. Runs begin anew with each month, so that they always fit. */
export function tooSmallText({ name, limits, exceeded }: Plan, usage: Usage): string | undefined {
  const volume = exceeded.find((one) => one !== 'runs')
  const limit = volume && limits[volume]
  if (!volume || typeof limit !== 'number') return undefined
  const used = usage[volume]
  const { tooSmall } = texts.card
  return volume === 'storage'
    ? tooSmall.storage(name, sizeText(limit), sizeText(used))
    : tooSmall.people(name, limit, used)
}

/** What a plan allows, each with what the workspace uses of it. */
export function PlanVolumes({ limits, usage }: { limits: PlanLimits; usage: Usage }) {
  return (
    <ul className="space-y-3.5">
      {VOLUMES.map((volume) => (
        <PlanVolume key={volume} volume={volume} limit={limits[volume]} used={usage[volume]} />
      ))}
    </ul>
  )
}

function PlanVolume({ volume, limit, used }: { volume: Volume; limit: number | null; used: number }) {
  const Icon = VOLUME_ICONS[volume]
  const isOver = limit !== null && used > limit
  const label = limitText(volume, limit)
  return (
    <li className="grid grid-cols-[20px_minmax(0,1fr)] items-center gap-x-2">
      <Icon size={15} strokeWidth={1.8} aria-hidden className="text-fg-3" />
      <div className="flex items-baseline justify-between gap-3">
        <span translate="no" className="font-medium">
          {label}
        </span>
        <span
          translate="no"
          className={cn('tnum text-right text-xs', isOver ? 'font-medium text-warning-fg' : 'text-fg-3')}
        >
          {usedText(volume, used)}
        </span>
      </div>
      {limit !== null && (
        <Progress
          label={label}
          value={percentOf(used, limit)}
          tone={isOver ? 'warning' : 'accent'}
          className="col-start-2 mt-1.5"
        />
      )}
    </li>
  )
}

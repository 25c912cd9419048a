import { useMemo } from 'react'
import { cn } from '../../../ui/cn.ts'
import { Metric } from '../../../ui/metric.tsx'
import { usePageKeys } from '../../../ui/page-keys.ts'
import { StatusGlyph } from '../../../ui/status-glyph.tsx'
import { statusLabels } from '../../tasks/parts/task-labels.ts'
import type { Counts } from '../focus-sentence.ts'
import { countText } from '../focus-sentence.ts'
import { texts } from '../home.texts.ts'
import { CARDS, type CardStatus } from '../home-search.ts'

type CardsProps = {
  phone: boolean
  counts: Counts | undefined
  notes: Partial<Record<CardStatus, string>>
  pressed: CardStatus | undefined
  onToggle: (card: CardStatus) => void
}

/** How much there is; each shows only that below, and all of it when pressed again. */
export function Cards({ phone, counts, notes, pressed, onToggle }: CardsProps) {
  usePageKeys(
    useMemo(
      () => CARDS.map((card, n) => ({ key: String(n + 1), label: statusLabels[card], act: () => onToggle(card) })),
      [onToggle],
    ),
  )
  return (
    <fieldset className="grid min-w-0 grid-cols-4 gap-2 min-[760px]:grid-cols-2 min-[760px]:gap-3 lg:grid-cols-4">
      <legend className="sr-only">{texts.cards}</legend>
      {CARDS.map((card) => {
        const count = counts?.[card]
        const shown = {
          label: statusLabels[card],
          value: <span translate="no">{count === undefined ? texts.unknown : countText(count)}</span>,
          glyph: <StatusGlyph status={card} />,
          alarming: card === 'overdue' && count !== undefined && count > 0,
          pressed: card === pressed,
          onPress: () => onToggle(card),
        }
        if (phone) return <SmallCard key={card} {...shown} />
        return <Metric key={card} {...shown} note={count ? notes[card] : undefined} />
      })}
    </fieldset>
  )
}

type SmallCardProps = Required<
  Pick<Parameters<typeof Metric>[0], 'label' | 'value' | 'glyph' | 'alarming' | 'pressed' | 'onPress'>
>

/** Four beside each other on the narrowest screen. */
function SmallCard({ label, value, glyph, alarming, pressed, onPress }: SmallCardProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onPress}
      className={cn(
        'card min-w-0 rounded-md border px-2 py-2.5 text-left shadow-xs',
        pressed ? 'border-accent bg-accent-subtle' : 'bg-card',
      )}
    >
      <span className="flex items-center gap-1.5">
        {glyph}
        <span className={cn('tnum truncate text-lg font-semibold', alarming && 'text-danger-fg')}>{value}</span>
      </span>
      <span className="mt-1 block truncate text-2xs text-fg-2">{label}</span>
    </button>
  )
}

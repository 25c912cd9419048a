import type { CurrentUser } from '@throughline/contracts/auth'
import { useState } from 'react'
import { type ClashSide, ClashSides } from '../../../shared/clash-sides.tsx'
import { clockTime } from '../../../shared/format/time.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { texts as builderTexts } from '../builder.texts.ts'
import { nameOf } from '../elements.ts'
import type { Conflict, Side } from './model/merge.ts'
import type { Clash } from './session-reduce.ts'

const texts = builderTexts.clash
const MAX_LENGTH = 160

function valueText(value: unknown, { element, field }: Conflict): string {
  if (value === undefined || value === null || value === '') return element && !field ? texts.removed : texts.nothing
  if (element && !field) return texts.kept
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text
}

function titleOf({ key, element, field }: Conflict): string {
  const { names, fields, banner } = builderTexts.changes
  const part = field && (Reflect.get(fields, field) ?? Reflect.get(names, field) ?? field)
  if (element) return field ? texts.partOf(nameOf(element), String(part)) : nameOf(element)
  return key === 'banner' ? banner : String(part ?? Reflect.get(names, key) ?? key)
}

type ClashDialogProps = {
  clash: Clash
  user: CurrentUser
  onResolve: (take: Record<string, Side>) => void
  onDiscard: () => void
  onClose: () => void
}

/** What fits is together already; only places that both changed ask which of the two. */
export function ClashDialog({ clash: { theirs, conflicts }, user, onResolve, onDiscard, onClose }: ClashDialogProps) {
  const [take, setTake] = useState<Record<string, Side>>(() =>
    Object.fromEntries(conflicts.map(({ key, mine }): [string, Side] => [key, mine === undefined ? 'theirs' : 'mine'])),
  )
  const them = theirs.changed_by
  return (
    <Dialog
      onClose={onClose}
      stays
      width={640}
      title={texts.title(them?.name ?? texts.someone)}
      note={texts.note}
      footer={
        <>
          <span className="flex-1" />
          <Button onClick={onDiscard}>{texts.discard}</Button>
          <Button variant="primary" onClick={() => onResolve(take)}>
            {texts.merge}
          </Button>
        </>
      }
    >
      {conflicts.map((conflict, at) => (
        <Choice
          key={conflict.key}
          conflict={conflict}
          first={at === 0}
          side={take[conflict.key] ?? 'mine'}
          onSide={(side) => setTake((now) => ({ ...now, [conflict.key]: side }))}
          sides={[
            { value: 'mine', who: user.name, photo: user.photo, note: texts.you },
            {
              value: 'theirs',
              who: them?.name ?? texts.someone,
              photo: them?.photo ?? null,
              note: theirs.draft ? clockTime(theirs.draft.updated_at, user.time_zone) : '',
            },
          ]}
        />
      ))}
    </Dialog>
  )
}

type ChoiceProps = {
  conflict: Conflict
  first: boolean
  side: Side
  sides: readonly Omit<ClashSide<Side>, 'text'>[]
  onSide: (side: Side) => void
}

function Choice({ conflict, first, side, sides, onSide }: ChoiceProps) {
  const title = titleOf(conflict)
  return (
    <div className="mt-2 rounded-lg border p-3 first:mt-0">
      <p className="flex items-baseline gap-2 text-sm">
        <span translate="no" className="min-w-0 flex-1 truncate font-medium">
          {title}
        </span>
        <span translate="no" className="min-w-0 truncate text-xs text-fg-3">
          {texts.was(valueText(conflict.base, conflict))}
        </span>
      </p>
      <ClashSides
        label={texts.which(title)}
        sides={sides.map((one) => ({ ...one, text: valueText(conflict[one.value], conflict) }))}
        {...{ side, onSide, first }}
      />
    </div>
  )
}

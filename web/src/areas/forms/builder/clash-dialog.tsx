import type { CurrentUser } from '@throughline/contracts/auth'
import { Check } from 'lucide-react'
import { useId, useState } from 'react'
import { clockTime } from '../../../shared/format/time.ts'
import { Avatar } from '../../../ui/avatar.tsx'
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
  sides: readonly { value: Side; who: string; photo: string | null; note: string }[]
  onSide: (side: Side) => void
}

function Choice({ conflict, first, side, sides, onSide }: ChoiceProps) {
  const group = useId()
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
      <fieldset aria-label={texts.which(title)} className="mt-2.5 grid grid-cols-2 gap-2">
        {sides.map(({ value, who, photo, note }) => (
          <label
            key={value}
            className="relative cursor-pointer rounded-md border px-3 py-2 hover:bg-surface-2 has-checked:border-accent has-checked:bg-accent-subtle has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={group}
              checked={side === value}
              data-first={(first && value === side) || undefined}
              onChange={() => onSide(value)}
              className="absolute inset-0 appearance-none outline-none"
            />
            <span translate="no" className="flex items-center gap-2 text-xs text-fg-2">
              <Avatar name={who} src={photo ?? undefined} size={18} />
              {who}
              <span className="text-fg-3">{note}</span>
              {side === value && <Check size={14} aria-hidden className="ml-auto text-accent-text" />}
            </span>
            <span translate="no" className="mt-1 block text-sm break-words">
              {valueText(conflict[value], conflict)}
            </span>
          </label>
        ))}
      </fieldset>
    </div>
  )
}

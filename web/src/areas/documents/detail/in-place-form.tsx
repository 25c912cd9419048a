import type { DocumentDetail } from '@throughline/contracts/documents'
import { type FormEvent, type KeyboardEvent, type ReactNode, useState } from 'react'
import { useConfirmedValue } from '../../../shared/use-confirmed-value.ts'
import { Button } from '../../../ui/button.tsx'
import { hasMod } from '../../../ui/mod-key.ts'
import { toast } from '../../../ui/toast.ts'
import { texts } from './detail.texts.ts'
import { type FileChange, useFileChange } from './use-file-change.ts'

/**
 * The value a form began with. The page receives what others save meanwhile, so the first attempt to save shows their
 * value, and only the second overwrites it.
 */
function useOverwriteWarning(now: string) {
  const { inHand: seen, press } = useConfirmedValue(now)
  const warnOfChange = (): boolean => {
    if (press()) return false
    toast.error(texts.notChanged, { description: now === '' ? texts.nowEmpty : texts.nowSays(now) })
    return true
  }
  return { seen, warnOfChange }
}

type InPlaceFormProps = {
  file: DocumentDetail
  /** What the file says now. */
  value: string
  changeOf: (value: string) => FileChange
  className: string
  onDone: () => void
  renderField: (value: string, onChange: (value: string) => void) => ReactNode
}

/** One field of a file, changed where it stands. Escape leaves the field, not the panel around it. */
export function InPlaceForm({ file, value, changeOf, className, onDone, renderField }: InPlaceFormProps) {
  const { seen, warnOfChange } = useOverwriteWarning(value)
  const [typed, setTyped] = useState(seen)
  const { busy, change } = useFileChange(file)
  const save = async () => {
    if (typed.trim() === seen) onDone()
    else if (!warnOfChange() && (await change(changeOf(typed.trim())))) onDone()
  }
  const submit = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault()
    void save()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation()
      onDone()
    } else if (event.key === 'Enter' && hasMod(event)) submit(event)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys are those of its buttons
    <form onSubmit={submit} onKeyDown={onKeyDown} className={className}>
      {renderField(typed, setTyped)}
      <div className="flex gap-2">
        <Button type="submit" size="sm" variant="primary" busy={busy}>
          {texts.save}
        </Button>
        <Button size="sm" onClick={onDone}>
          {texts.cancel}
        </Button>
      </div>
    </form>
  )
}

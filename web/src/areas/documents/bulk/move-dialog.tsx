import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { ComboboxOne } from '../../../ui/combobox-one.tsx'
import { Dialog, DialogClose } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { uiTexts } from '../../../ui/ui.texts.ts'
import { workflowChoicesQuery } from '../../workflows/step/step.api.ts'
import { texts } from '../documents.texts.ts'

const words = texts.bulk
const NOWHERE = ''

type MoveDialogProps = {
  count: number
  busy: boolean
  /** Null: to the workspace alone. */
  onMove: (workflow: string | null) => void
  onClose: () => void
}

export function MoveDialog({ count, busy, onMove, onClose }: MoveDialogProps) {
  const [chosen, choose] = useState<{ value: string; label: string }>()
  const [typed, setTyped] = useState('')
  const search = typed === chosen?.label ? '' : typed.trim()
  const { data = [] } = useQuery(workflowChoicesQuery(useDeferredValue(search)))
  const found = data.map(({ id, name, prefix }) => ({ value: String(id), label: name, hint: prefix }))
  const items = [{ value: NOWHERE, label: words.moveNowhere }, ...found]
  const known = chosen && !items.some(({ value }) => value === chosen.value) ? [chosen] : []
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={words.moveTitle(count)}
      note={words.moveNote}
      width={440}
      footer={
        <>
          <DialogClose>
            <Button>{uiTexts.cancel}</Button>
          </DialogClose>
          <Button
            variant="primary"
            busy={busy}
            disabled={!chosen}
            onClick={() => chosen && onMove(chosen.value || null)}
          >
            {words.moveAct}
          </Button>
        </>
      }
    >
      <Field label={words.moveTo}>
        <ComboboxOne
          items={[...known, ...items]}
          value={chosen?.value ?? ' '}
          onChange={(next) => choose(items.find(({ value }) => value === next))}
          onSearch={setTyped}
        />
      </Field>
    </Dialog>
  )
}

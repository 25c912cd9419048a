import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogClose } from '../../../ui/dialog.tsx'
import { RadioGroup } from '../../../ui/radio.tsx'
import { texts } from '../members.texts.ts'

type BulkChoiceProps = {
  title: string
  items: readonly { value: string; label: string; hint?: string; disabled?: boolean }[]
  onChoose: (value: string) => void
  onClose: () => void
}

/** One role or one team for everybody who is selected. */
export function BulkChoice({ title, items, onChoose, onClose }: BulkChoiceProps) {
  const [value, setValue] = useState<string | null>(null)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      width={400}
      footer={
        <>
          <DialogClose>
            <Button>{texts.bulk.cancel}</Button>
          </DialogClose>
          <Button variant="primary" disabled={value === null} onClick={() => value !== null && onChoose(value)}>
            {texts.bulk.apply}
          </Button>
        </>
      }
    >
      <RadioGroup legend={title} hideLegend value={value} onChange={setValue} items={items} />
    </Dialog>
  )
}

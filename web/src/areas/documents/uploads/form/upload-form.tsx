import { DOCUMENT_CATEGORIES, type DocumentCategory } from '@throughline/contracts/documents'
import { Upload } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { Dialog, DialogClose } from '../../../../ui/dialog.tsx'
import { Field } from '../../../../ui/field.tsx'
import { Select } from '../../../../ui/select.tsx'
import { Textarea } from '../../../../ui/textarea.tsx'
import { texts as documentTexts } from '../../documents.texts.ts'
import { useUpload } from '../../parts/use-upload.ts'
import { texts } from '../uploads.texts.ts'
import { door, type FormWish } from '../uploads-door.ts'
import { ChooseFiles } from './choose-files.tsx'
import { PlaceFields } from './place-fields.tsx'

const words = texts.form
const LONGEST = 5_000
const CATEGORIES = DOCUMENT_CATEGORIES.map((value) => ({ value, label: documentTexts.categories[value] }))

type UploadFormProps = { wish: FormWish; open: boolean }

/** Files, and where they belong. They go up in the tray: the form closes at once. */
export function UploadForm({ wish, open }: UploadFormProps) {
  const { add } = useUpload()
  const [chosen, setChosen] = useState(wish.chosen)
  const [place, setPlace] = useState(wish.place)
  const [category, setCategory] = useState<DocumentCategory>(wish.place.category ?? 'other')
  const [description, setDescription] = useState(wish.place.description ?? '')
  const [missing, setMissing] = useState(false)
  const send = () => {
    if (chosen.length === 0) return setMissing(true)
    const said = description.trim()
    add(chosen, { ...place, category, ...(said && { description: said }) })
    return door.closeForm()
  }
  return (
    <Dialog
      open={open}
      onClose={() => door.closeForm()}
      title={words.title}
      width={560}
      footer={
        <>
          <DialogClose>
            <Button>{words.cancel}</Button>
          </DialogClose>
          <Button variant="primary" icon={Upload} onClick={send}>
            {words.upload(chosen.length)}
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        <Field label={words.file} error={missing && chosen.length === 0 && words.none}>
          <ChooseFiles chosen={chosen} onChange={setChosen} />
        </Field>
        {!place.documentId && !place.instanceId && <PlaceFields place={place} onChange={setPlace} />}
        <Field label={words.category}>
          <Select value={category} onChange={setCategory} items={CATEGORIES} />
        </Field>
        <Field label={words.description} optional>
          <Textarea value={description} maxLength={LONGEST} onChange={({ target }) => setDescription(target.value)} />
        </Field>
      </div>
    </Dialog>
  )
}

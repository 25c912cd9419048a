import { useQuery } from '@tanstack/react-query'
import type { FormElement } from '@throughline/contracts/form-content'
import type { Form, FormRow } from '@throughline/contracts/forms'
import { fieldOf, optionsOf } from '@throughline/flow/form'
import { Download, Link2, Plus, Trash2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { QueryFailed } from '../../../shared/query-failed.tsx'
import { Button } from '../../../ui/button.tsx'
import { useCopy } from '../../../ui/copy-button.tsx'
import { Dialog, DialogClose } from '../../../ui/dialog.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Input } from '../../../ui/input.tsx'
import { QrCode, qrSvg } from '../../../ui/qr-code.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { Select } from '../../../ui/select.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast.ts'
import { nameOf } from '../elements.ts'
import { formQuery } from '../forms.api.ts'
import { texts as formsTexts, spec } from '../forms.texts.ts'

const texts = formsTexts.share

type ShareDialogProps = { form: FormRow; onClose: () => void }

/** Where people fill the form in: as an address, as a code, and with answers that stand in the address. */
export function ShareDialog({ form, onClose }: ShareDialogProps) {
  const query = useQuery(formQuery(form.id))
  const notes = [
    form.current_version !== null && texts.version(form.current_version),
    form.draft_changes > 0 && texts.unpublished(form.draft_changes),
  ].filter(Boolean)
  return (
    <Dialog
      onClose={onClose}
      width={672}
      title={texts.title(form.title || formsTexts.untitled)}
      note={texts.note}
      footer={
        <>
          <span className="flex-1 text-xs text-fg-3">{notes.join(' ')}</span>
          <DialogClose>
            <Button>{texts.done}</Button>
          </DialogClose>
        </>
      }
    >
      {query.data && <Shared form={query.data} />}
      {query.isError && !query.data && <QueryFailed query={query} title={texts.fieldsFailed} />}
      {query.isPending && <Skeleton className="h-60" />}
    </Dialog>
  )
}

type Filled = { element: FormElement; value: string }

/** The address with what was filled in; a field without an answer adds nothing. */
function addressWith(url: string, filled: readonly Filled[]): string {
  const params = new URLSearchParams()
  for (const { element, value } of filled) if (value) params.append(element.prefill || element.id, value)
  const text = params.toString()
  return text ? `${url}?${text}` : url
}

function Shared({ form }: { form: Form }) {
  const [filled, setFilled] = useState<Filled[]>([])
  const { copy, copyIcon } = useCopy(() => toast.success(spec.copied))
  const address = addressWith(form.public_url, filled)
  return (
    <>
      <div className="mb-5 flex gap-2">
        <Input
          readOnly
          icon={Link2}
          aria-label={texts.address}
          value={address}
          onFocus={({ target }) => target.select()}
          className="flex-1 [&_input]:font-mono [&_input]:text-xs"
        />
        <Button data-first variant="primary" icon={copyIcon} onClick={() => copy(address)}>
          {texts.copy}
        </Button>
      </div>
      <div className="grid grid-cols-[1fr_196px] gap-6 max-[640px]:grid-cols-1">
        <Prefill form={form} filled={filled} onChange={setFilled} />
        <div>
          <QrCode text={address} label={texts.qr} className="size-49 border" />
          <div className="mt-2 grid grid-cols-2 gap-2">
            <Button size="sm" icon={Download} aria-label={texts.svg} onClick={() => saveSvg(address, form.title)}>
              SVG
            </Button>
            <Button size="sm" icon={Download} aria-label={texts.png} onClick={() => void savePng(address, form.title)}>
              PNG
            </Button>
          </div>
        </div>
      </div>
    </>
  )
}

const svgFile = (address: string) => new Blob([qrSvg(address)], { type: 'image/svg+xml' })

const saveSvg = (address: string, title: string) => saveFile(svgFile(address), texts.fileName(title, 'svg'))

const PNG_SIZE = 1_024

/** Drawn large enough to be printed. */
async function savePng(address: string, title: string) {
  const url = URL.createObjectURL(svgFile(address))
  try {
    const picture = new Image()
    picture.src = url
    await picture.decode()
    const canvas = Object.assign(document.createElement('canvas'), { width: PNG_SIZE, height: PNG_SIZE })
    const context = canvas.getContext('2d')
    if (context) context.imageSmoothingEnabled = false
    context?.drawImage(picture, 0, 0, PNG_SIZE, PNG_SIZE)
    const file = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
    if (!file) throw new Error('the canvas gave no picture')
    saveFile(file, texts.fileName(title, 'png'))
  } catch {
    toast.error(texts.pngFailed)
  } finally {
    URL.revokeObjectURL(url)
  }
}

type PrefillProps = { form: Form; filled: readonly Filled[]; onChange: (filled: Filled[]) => void }

function Prefill({ form, filled, onChange }: PrefillProps) {
  const fields = useMemo(
    () => form.elements.filter((element) => ![undefined, 'file'].includes(fieldOf(element)?.type)),
    [form.elements],
  )
  const free = fields.filter(({ id }) => !filled.some(({ element }) => element.id === id))
  const [next] = free
  if (fields.length === 0) return <p className="text-sm text-fg-3">{texts.noFields}</p>
  return (
    <div className="min-w-0">
      <h3 className="mb-1.5 text-sm font-medium tracking-normal">{texts.prefill}</h3>
      <ul className="space-y-2">
        {filled.map(({ element, value }, at) => (
          <li key={element.id} className="flex items-center gap-2">
            <Select
              label={texts.field}
              size="sm"
              value={element.id}
              items={[element, ...free].map((one) => ({ value: one.id, label: nameOf(one) }))}
              onChange={(id) => {
                const chosen = fields.find((one) => one.id === id)
                if (chosen) onChange(filled.with(at, { element: chosen, value: '' }))
              }}
              className="w-40 shrink-0"
            />
            <Answer
              element={element}
              value={value}
              onChange={(said) => onChange(filled.with(at, { element, value: said }))}
            />
            <IconButton
              label={texts.remove(nameOf(element))}
              icon={Trash2}
              size="sm"
              onClick={() => onChange(filled.toSpliced(at, 1))}
            />
          </li>
        ))}
      </ul>
      {next && (
        <Button
          size="sm"
          variant="ghost"
          icon={Plus}
          className="mt-2 -ml-2"
          onClick={() => onChange([...filled, { element: next, value: '' }])}
        >
          {texts.add}
        </Button>
      )}
      <p className="mt-1.5 text-xs text-fg-3">{texts.prefillNote}</p>
    </div>
  )
}

type AnswerProps = { element: FormElement; value: string; onChange: (value: string) => void }

/** The field's own options are offered; anything else is typed. */
function Answer({ element, value, onChange }: AnswerProps) {
  const label = texts.answer(nameOf(element))
  const options = optionsOf(element)
  if (options.length > 0)
    return (
      <Select
        label={label}
        size="sm"
        value={value || null}
        items={options.map((option) => ({ value: option.value, label: option.label }))}
        onChange={onChange}
        className="min-w-0 flex-1"
      />
    )
  return (
    <Input
      size="sm"
      aria-label={label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      className="min-w-0 flex-1"
    />
  )
}

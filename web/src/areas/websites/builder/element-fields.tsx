import { useQuery } from '@tanstack/react-query'
import { FormId } from '@throughline/contracts/ids'
import {
  IMAGE_WIDTHS,
  MAX_LINE_LENGTH,
  MAX_TEXT_LENGTH,
  type WebsiteElement,
} from '@throughline/contracts/website-content'
import type { Website } from '@throughline/contracts/websites'
import { useState } from 'react'
import { useChoice } from '../../../shared/use-choice.ts'
import { Button } from '../../../ui/button.tsx'
import { ComboboxOne } from '../../../ui/combobox-one.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { texts } from '../builder.texts.ts'
import { ColorField } from './color-field.tsx'
import { formChoicesQuery, useFormTitles } from './form-choices.ts'
import { ImageDialog } from './image-dialog.tsx'

type Of<T extends WebsiteElement['type']> = {
  element: Extract<WebsiteElement, { type: T }>
  onChange: (element: WebsiteElement) => void
}

type ElementFieldsProps = {
  element: WebsiteElement
  website: Website | null
  onChange: (element: WebsiteElement) => void
  onPicture: (id: string, picture: string) => void
}

/** What of an element can be written and chosen. */
export function ElementFields({ element, website, onChange, onPicture }: ElementFieldsProps) {
  return (
    <section aria-label={texts.kinds[element.type]} className="space-y-3 border-t px-4 py-4">
      <h2 className="text-sm font-medium">{texts.kinds[element.type]}</h2>
      {element.type === 'heading' && <HeadingFields element={element} onChange={onChange} />}
      {element.type === 'paragraph' && <TextField element={element} onChange={onChange} />}
      {element.type === 'image' && <ImageFields {...{ element, onChange, onPicture }} websiteId={website?.id} />}
      {element.type === 'section' && (
        <>
          <Field label={texts.heading}>
            <Input
              value={element.title}
              maxLength={MAX_LINE_LENGTH}
              onChange={(event) => onChange({ ...element, title: event.target.value })}
            />
          </Field>
          <TextField element={element} onChange={onChange} />
          <ColorField
            label={texts.background}
            value={element.backgroundColor}
            onChange={(backgroundColor) => onChange({ ...element, backgroundColor })}
          />
        </>
      )}
      {element.type === 'form' && <FormFields element={element} website={website} onChange={onChange} />}
    </section>
  )
}

const LEVELS = [1, 2, 3, 4, 5, 6].map((level) => ({ value: String(level), label: texts.levelOf(level) }))

function HeadingFields({ element, onChange }: Of<'heading'>) {
  return (
    <>
      <Field label={texts.text}>
        <Input
          value={element.content}
          maxLength={MAX_LINE_LENGTH}
          onChange={(event) => onChange({ ...element, content: event.target.value })}
        />
      </Field>
      <Field label={texts.level}>
        <Select
          value={String(element.level)}
          items={LEVELS}
          onChange={(level) => onChange({ ...element, level: Number(level) })}
        />
      </Field>
    </>
  )
}

const TextField = ({ element, onChange }: Of<'paragraph' | 'section'>) => (
  <Field label={texts.text} hint={texts.marks}>
    <Textarea
      rows={6}
      value={element.content}
      maxLength={MAX_TEXT_LENGTH}
      onChange={(event) => onChange({ ...element, content: event.target.value })}
    />
  </Field>
)

type ImageFieldsProps = Of<'image'> & Pick<ElementFieldsProps, 'onPicture'> & { websiteId: string | undefined }

function ImageFields({ element, websiteId, onChange, onPicture }: ImageFieldsProps) {
  const [choosing, setChoosing] = useState(false)
  return (
    <>
      {element.src === '' && <p className="text-sm text-fg-3">{texts.noImage}</p>}
      <Button size="sm" disabled={websiteId === undefined} onClick={() => setChoosing(true)}>
        {element.src === '' ? texts.chooseImage : texts.replaceImage}
      </Button>
      {websiteId === undefined && <p className="text-xs text-fg-3">{texts.images.saveFirst}</p>}
      <Field label={texts.alt} hint={texts.altHint}>
        <Input
          value={element.alt}
          maxLength={MAX_LINE_LENGTH}
          disabled={element.decorative === true}
          onChange={(event) => onChange({ ...element, alt: event.target.value })}
        />
      </Field>
      <label className="flex items-center gap-2 text-sm">
        <input
          type="checkbox"
          checked={element.decorative === true}
          onChange={(event) => onChange({ ...element, decorative: event.target.checked })}
        />
        {texts.decorative}
      </label>
      <Field label={texts.imageWidth}>
        <Select
          value={element.width}
          items={IMAGE_WIDTHS.map((value) => ({ value, label: value }))}
          onChange={(width) => onChange({ ...element, width })}
        />
      </Field>
      {choosing && websiteId !== undefined && (
        <ImageDialog
          websiteId={websiteId}
          onChosen={(picture) => onPicture(element.id, picture)}
          onClose={() => setChoosing(false)}
        />
      )}
    </>
  )
}

function FormFields({ element, website, onChange }: Of<'form'> & { website: Website | null }) {
  const id = element.form_id ?? undefined
  const titles = useFormTitles(website, id === undefined ? [] : [id])
  const knownName = id === undefined ? undefined : titles.get(id)
  const { search, comboboxProps } = useChoice({ value: id, knownName, unnamed: texts.form })
  const { data = [] } = useQuery(formChoicesQuery(search))
  const found = data.map((form) => ({ value: form.id, label: form.title }))
  return (
    <Field label={texts.form} hint={texts.formHint}>
      <ComboboxOne
        placeholder={texts.chooseForm}
        {...comboboxProps(found, (chosen) =>
          onChange({ ...element, form_id: chosen === undefined ? null : FormId.parse(chosen) }),
        )}
      />
    </Field>
  )
}

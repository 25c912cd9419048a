import type { Body } from '@throughline/contracts/endpoint'
import { DEFAULT_SUBMIT_TEXT } from '@throughline/contracts/form-content'
import { formSpec } from '@throughline/contracts/form-texts'
import type { Form, setFormIntake } from '@throughline/contracts/forms'
import { PartyPopper, Settings2 } from 'lucide-react'
import { useState } from 'react'
import { useZone } from '../../../../shared/current-user.ts'
import { startOfDay } from '../../../../shared/format/moments.ts'
import { DAY, dayKey } from '../../../../shared/format/time.ts'
import { useAct } from '../../../../shared/use-act.ts'
import { Field } from '../../../../ui/field.tsx'
import { Input } from '../../../../ui/input.tsx'
import { Textarea } from '../../../../ui/textarea.tsx'
import { texts as builderTexts } from '../../builder.texts.ts'
import { formCalls, useFormsRefresh } from '../../forms.api.ts'
import type { Content } from '../model/content.ts'
import { TypedInput, TypedTextarea } from '../typed-text.tsx'
import type { Edits } from '../use-edits.ts'
import { PanelSection, SidePanel } from './side-panel.tsx'

const texts = builderTexts.settings

type SettingsPanelProps = { content: Content; form: Form | null; edits: Edits; onClose: () => void }

/** What belongs to the whole form. */
export function SettingsPanel({ content, form, edits, onClose }: SettingsPanelProps) {
  const { title, description, settings } = content
  return (
    <SidePanel title={builderTexts.panels.settings} icon={Settings2} onClose={onClose}>
      <PanelSection>
        <Field label={texts.title} error={title.trim() === '' && texts.noTitle}>
          <TypedInput maxLength={200} value={title} onText={edits.setTitle} />
        </Field>
        <Field label={texts.description} optional hint={texts.descriptionHint}>
          <TypedTextarea rows={2} maxLength={5_000} value={description} onText={edits.setDescription} />
        </Field>
        <Field label={texts.submit}>
          <Input
            maxLength={60}
            placeholder={DEFAULT_SUBMIT_TEXT}
            value={settings.submitButtonText}
            onChange={({ target }) => edits.setSettings({ submitButtonText: target.value }, 'submit')}
          />
        </Field>
      </PanelSection>
      <PanelSection title={texts.respondents}>
        <Field label={texts.contact} optional hint={texts.contactHint}>
          <Input
            maxLength={300}
            value={settings.contact ?? ''}
            onChange={({ target }) => edits.setSettings({ contact: target.value || undefined }, 'contact')}
          />
        </Field>
        <Field label={texts.privacy} optional>
          <Input
            type="url"
            maxLength={2_000}
            placeholder="https://"
            value={settings.privacy_url ?? ''}
            onChange={({ target }) => edits.setSettings({ privacy_url: target.value || undefined }, 'privacy')}
          />
        </Field>
        <FramesField frames={settings.frame_ancestors} edits={edits} />
      </PanelSection>
      <PanelSection title={texts.limits}>
        {form ? <IntakeFields key={form.id} form={form} /> : <p className="text-sm text-fg-3">{texts.saveFirst}</p>}
      </PanelSection>
    </SidePanel>
  )
}

const linesOf = (text: string) =>
  text
    .split(/\s+/)
    .map((line) => line.trim())
    .filter(Boolean)

/** What is being typed stands in the box as it is; an origin is what is left of each line. */
function FramesField({ frames = [], edits }: { frames: readonly string[] | undefined; edits: Edits }) {
  const [text, setText] = useState(frames.join('\n'))
  const wrong = linesOf(text).some((line) => !URL.canParse(line) || new URL(line).origin !== line)
  return (
    <Field label={texts.frames} optional error={wrong && texts.framesWrong} hint={texts.framesHint}>
      <Textarea
        rows={2}
        placeholder="https://www.example.com"
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          const lines = linesOf(target.value)
          edits.setSettings({ frame_ancestors: lines.length > 0 ? lines.slice(0, 20) : undefined }, 'frames')
        }}
      />
    </Field>
  )
}

type Intake = Body<typeof setFormIntake>

/** Counts at once, without publishing: it belongs to no version. */
function IntakeFields({ form }: { form: Form }) {
  const zone = useZone()
  const refresh = useFormsRefresh()
  const { run } = useAct({ refresh })
  const set = (body: Intake) =>
    void run({ call: () => formCalls.setIntake(form.id, body), failed: texts.limitsFailed, retry: () => set(body) })
  // Open until the end of the day that is named.
  const lastDay = form.closes_at ? dayKey(Date.parse(form.closes_at) - 1, zone) : ''
  const { files, megabytes, megabytes_a_day } = form.limits
  return (
    <>
      <div className="grid grid-cols-2 gap-3">
        <Field label={texts.closesOn} optional className="min-w-0">
          <Input
            type="date"
            defaultValue={lastDay}
            onBlur={({ target }) => {
              if (target.value === lastDay) return
              const end = target.value && new Date(startOfDay(target.value, zone).getTime() + DAY)
              set({ closes_at: end ? end.toISOString() : null })
            }}
          />
        </Field>
        <CountField
          optional
          label={texts.closesAfter}
          value={form.closes_after}
          max={10_000_000}
          onChange={(value) => set({ closes_after: value })}
        />
      </div>
      <CountField
        optional
        label={texts.retention}
        hint={texts.retentionHint}
        value={form.retention_days}
        max={3_650}
        onChange={(value) => set({ retention_days: value })}
      />
      <div className="grid grid-cols-2 gap-3">
        <CountField
          label={texts.files}
          value={files}
          min={0}
          max={100}
          onChange={(value) => value !== null && set({ max_files: value })}
        />
        <CountField
          label={texts.megabytes}
          value={megabytes}
          max={1_000}
          onChange={(value) => value !== null && set({ max_megabytes: value })}
        />
      </div>
      <CountField
        label={texts.megabytesADay}
        value={megabytes_a_day}
        max={100_000}
        onChange={(value) => value !== null && set({ max_megabytes_a_day: value })}
      />
      <p className="text-xs text-fg-3">{texts.atOnce}</p>
    </>
  )
}

type CountFieldProps = {
  label: string
  hint?: string
  value: number | null
  min?: number
  max: number
  optional?: boolean
  onChange: (value: number | null) => void
}

/** Given on when it is left; what lies outside the bounds is said and not given on. */
function CountField({ label, hint, value, min = 1, max, optional = false, onChange }: CountFieldProps) {
  const [wrong, setWrong] = useState(false)
  return (
    <Field
      label={label}
      optional={optional}
      className="min-w-0"
      error={wrong && texts.range(min, max)}
      {...(hint && { hint })}
    >
      <Input
        type="number"
        min={min}
        max={max}
        placeholder={optional ? texts.noLimit : undefined}
        defaultValue={value ?? ''}
        onBlur={({ target }) => {
          const typed = target.value === '' ? null : Number(target.value)
          const fits = typed === null ? optional : Number.isInteger(typed) && typed >= min && typed <= max
          setWrong(!fits)
          if (fits && typed !== value) onChange(typed)
        }}
      />
    </Field>
  )
}

/** What is said after sending: the specification's words first, then the author's. */
export function ThanksPanel({ content, edits, onClose }: Omit<SettingsPanelProps, 'form'>) {
  return (
    <SidePanel title={builderTexts.panels.thanks} icon={PartyPopper} onClose={onClose}>
      <PanelSection>
        <div className="rounded-md border px-4 py-5 text-center">
          <p className="text-lg font-semibold">{formSpec.thanks}</p>
          <p className="mt-1 text-sm text-fg-2">{formSpec.recorded}</p>
          {content.settings.thank_you && (
            <p translate="no" className="mt-2 text-sm whitespace-pre-line text-fg-2 wrap-anywhere">
              {content.settings.thank_you}
            </p>
          )}
        </div>
        <Field label={texts.thanks} optional hint={texts.thanksHint}>
          <Textarea
            rows={4}
            maxLength={2_000}
            value={content.settings.thank_you ?? ''}
            onChange={({ target }) => edits.setSettings({ thank_you: target.value || undefined }, 'thanks')}
          />
        </Field>
      </PanelSection>
    </SidePanel>
  )
}

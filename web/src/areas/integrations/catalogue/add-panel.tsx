import { useQueryClient } from '@tanstack/react-query'
import { ApiError } from '@throughline/contracts/client'
import { CONNECTION_LIMITS } from '@throughline/contracts/connections'
import { useState } from 'react'
import { isOne } from '../../../shared/address-params.ts'
import { useForm } from '../../../shared/form/use-form.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Combobox } from '../../../ui/combobox.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { toast } from '../../../ui/toast.ts'
import { catalogueQuery, toolCalls } from '../integrations.api.ts'
import { categoryOptions, spec, texts } from './catalogue.texts.ts'
import { CATEGORY_IDS } from './catalogue-search.ts'
import { objectText, parseObject } from './json-object.ts'
import { PanelForm } from './panel-form.tsx'
import {
  checkedTool,
  EMPTY_FIELDS,
  EMPTY_SETTINGS,
  formErrors,
  formOfTool,
  jsonErrors,
  schemaErrors,
  type ToolFields,
  type ToolSettings,
  toolOfForm,
} from './tool-draft.ts'

const { adding } = texts

type Mode = 'form' | 'json'
export type AddMode = Mode | 'openapi'
export const ADD_MODES = [
  { value: 'form', label: adding.form },
  { value: 'json', label: adding.json },
  { value: 'openapi', label: adding.openApi },
] as const

function useAddForm(initialMode: Mode) {
  const queries = useQueryClient()
  const [mode, setMode] = useState(initialMode)
  const [settings, setSettings] = useState(EMPTY_SETTINGS)
  const [isStuck, setStuck] = useState(false)
  const [isSaved, setSaved] = useState(false)
  const written = (fields: ToolFields) => (mode === 'json' ? parseObject(fields.json) : toolOfForm(fields, settings))
  const form = useForm<keyof ToolFields>({
    initial: EMPTY_FIELDS,
    check: (fields) => (mode === 'json' ? jsonErrors(fields) : formErrors(fields, settings)),
    submit: async (fields) => {
      const checked = checkedTool(written(fields) ?? {})
      if (!('tool' in checked)) return
      const { name } = await toolCalls.add(checked.tool)
      toast.success(adding.added(name))
      void queries.invalidateQueries(catalogueQuery)
      setSaved(true)
    },
    failure: { title: spec.createFailed },
    refused: (error) => {
      if (!(error instanceof ApiError)) return undefined
      const field =
        error.code === 'name_taken'
          ? 'name'
          : error.errors?.some(({ path }) => path === 'api_endpoint')
            ? 'api_endpoint'
            : undefined
      return field && { [mode === 'json' ? 'json' : field]: error.message }
    },
  })
  const { values, set } = form

  const setJson = (text: string) => {
    setStuck(false)
    set('json', text)
  }
  const switchTo = (next: Mode) => {
    const tool = written(values)
    if (!tool) {
      // Beside a schema its field says it already.
      setStuck(mode === 'json')
      return
    }
    if (next === 'json') setJson(objectText(tool))
    else {
      const { fields, settings } = formOfTool(tool)
      for (const [field, text] of fields) set(field, text)
      setSettings(settings)
    }
    setMode(next)
  }
  const isDirty = values !== EMPTY_FIELDS || settings !== EMPTY_SETTINGS
  return { form, mode, switchTo, settings, setSettings, setJson, isStuck, isSaved, isDirty }
}

type AddPanelProps = {
  initialMode: Mode
  onClose: () => void
  /** A document needs more room than a panel. */
  onOpenApi: () => void
}

/** A tool of the workspace's own, by its fields or as JSON. */
export function AddPanel({ initialMode, onClose, onOpenApi }: AddPanelProps) {
  const { form, mode, switchTo, settings, setSettings, setJson, isStuck, ...rest } = useAddForm(initialMode)
  const shown: AddMode = mode
  const isBroken = mode === 'form' && Object.keys(schemaErrors(form.values)).length > 0
  return (
    <PanelForm {...rest} title={spec.add} form={form} submitLabel={spec.add} disabled={isBroken} onClose={onClose}>
      <Segmented
        label={texts.how}
        value={shown}
        onChange={(next: AddMode) => (next === 'openapi' ? onOpenApi() : switchTo(next))}
        items={ADD_MODES}
      />
      {mode === 'form' ? (
        <>
          <TextFields form={form} />
          <Settings settings={settings} onChange={setSettings} />
          <Schemas form={form} />
        </>
      ) : (
        <Field label={adding.jsonLabel} error={isStuck ? spec.invalidJsonSwitch : form.errors.json}>
          <Textarea
            {...form.field('json')}
            rows={18}
            spellCheck={false}
            className="max-h-none font-mono"
            onChange={({ target }) => setJson(target.value)}
          />
        </Field>
      )}
    </PanelForm>
  )
}

type ToolForm = { form: ReturnType<typeof useForm<keyof ToolFields>> }

function TextFields({ form }: ToolForm) {
  const { field, errors } = form
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_7rem]">
        <Field label={adding.name} error={errors.name}>
          <Input {...field('name')} maxLength={CONNECTION_LIMITS.name} />
        </Field>
        <Field label={adding.version} error={errors.version}>
          <Input {...field('version')} maxLength={40} spellCheck={false} />
        </Field>
      </div>
      <Field label={adding.shortDescription} error={errors.short_description}>
        <Input {...field('short_description')} maxLength={CONNECTION_LIMITS.short_description} />
      </Field>
      <Field label={adding.description} error={errors.description}>
        <Textarea
          {...field('description')}
          maxLength={CONNECTION_LIMITS.description}
          onChange={({ target }) => form.set('description', target.value)}
        />
      </Field>
      <Field label={adding.endpoint} error={errors.api_endpoint}>
        <Input {...field('api_endpoint')} type="url" spellCheck={false} />
      </Field>
      <Field label={adding.url} error={errors.tool_url}>
        <Input {...field('tool_url')} type="url" spellCheck={false} />
      </Field>
    </>
  )
}

type SettingsProps = { settings: ToolSettings; onChange: (settings: ToolSettings) => void }

function Settings({ settings, onChange }: SettingsProps) {
  const { categories, auth_required, is_paid, honours_key } = settings
  const change = (changes: Partial<ToolSettings>) => onChange({ ...settings, ...changes })
  return (
    <>
      <Field label={adding.categories} optional>
        <Combobox
          items={categoryOptions}
          value={categoryOptions.filter(({ value }) => categories.includes(value))}
          placeholder={adding.addCategory}
          onChange={(chosen) =>
            change({ categories: chosen.map(({ value }) => value).filter((value) => isOne(CATEGORY_IDS, value)) })
          }
        />
      </Field>
      <div className="space-y-2">
        <Checkbox checked={auth_required} onChange={(on) => change({ auth_required: on })}>
          {adding.auth}
        </Checkbox>
        <Checkbox checked={is_paid} onChange={(on) => change({ is_paid: on })}>
          {adding.paid}
        </Checkbox>
        <Checkbox checked={honours_key} onChange={(on) => change({ honours_key: on })} hint={adding.honoursKeyHint}>
          {adding.honoursKey}
        </Checkbox>
      </div>
    </>
  )
}

function Schemas({ form }: ToolForm) {
  const broken = schemaErrors(form.values)
  const schema = (name: 'input_schema' | 'output_schema', label: string) => (
    <Field label={label} error={broken[name] ?? form.errors[name]} optional>
      <Textarea
        {...form.field(name)}
        required={false}
        rows={4}
        spellCheck={false}
        className="font-mono"
        onChange={({ target }) => form.set(name, target.value)}
      />
    </Field>
  )
  return (
    <>
      {schema('input_schema', adding.input)}
      {schema('output_schema', adding.output)}
    </>
  )
}

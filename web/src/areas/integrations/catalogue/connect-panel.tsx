import { useQueryClient } from '@tanstack/react-query'
import { ApiError } from '@throughline/contracts/client'
import { CONNECTION_LIMITS, type UsableBy } from '@throughline/contracts/connections'
import { LockKeyhole } from 'lucide-react'
import { useState } from 'react'
import { useForm } from '../../../shared/form/use-form.ts'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { RadioGroup } from '../../../ui/radio.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { toast } from '../../../ui/toast.ts'
import { catalogueQuery, type ListedTool, toolCalls } from '../integrations.api.ts'
import { spec, texts } from './catalogue.texts.ts'
import { type JsonObject, objectText, parseObject } from './json-object.ts'
import { PanelForm } from './panel-form.tsx'

const { connecting } = texts

type Mode = 'form' | 'json'
type ConnectFields = Record<'name' | 'metadata' | 'json', string>

const MODES = [
  { value: 'form', label: spec.formMode },
  { value: 'json', label: spec.jsonMode },
] as const
const USERS = [
  { value: 'owner', label: connecting.onlyMe },
  { value: 'everyone', label: connecting.everyone },
] as const

/** Both modes show one configuration: the form its `metadata`, the JSON all of it. */
function configurationOf(mode: Mode, { metadata, json }: ConnectFields, others: JsonObject): JsonObject | undefined {
  return mode === 'json' ? parseObject(json) : { ...others, ...(metadata.trim() && { metadata }) }
}

function errorsIn(mode: Mode, fields: ConnectFields, others: JsonObject): Partial<ConnectFields> {
  const { length } = fields.name.trim()
  const configuration = configurationOf(mode, fields, others)
  const isTooLong = JSON.stringify(configuration ?? {}).length > CONNECTION_LIMITS.configuration
  const field = mode === 'json' ? 'json' : 'metadata'
  return {
    ...((length === 0 || length > CONNECTION_LIMITS.name) && { name: connecting.nameWrong(CONNECTION_LIMITS.name) }),
    ...(!configuration && { json: spec.invalidJson }),
    ...(isTooLong && { [field]: connecting.tooLong }),
  }
}

function useConnectForm(tool: ListedTool) {
  const queries = useQueryClient()
  const initial: ConnectFields = { name: tool.name, metadata: '', json: '' }
  const [mode, setMode] = useState<Mode>('form')
  /** What the JSON says besides `metadata`. */
  const [others, setOthers] = useState<JsonObject>({})
  const [usableBy, setUsableBy] = useState<UsableBy>('owner')
  const [isStuck, setStuck] = useState(false)
  const [isSaved, setSaved] = useState(false)
  const form = useForm<keyof ConnectFields>({
    initial,
    check: (fields) => errorsIn(mode, fields, others),
    submit: async (fields) => {
      const body = configurationOf(mode, fields, others) ?? {}
      const query = { name: fields.name.trim(), usable_by: usableBy }
      const { name } = await toolCalls.connect(tool.id, { query, body })
      toast.success(connecting.connected(name))
      void queries.invalidateQueries(catalogueQuery)
      setSaved(true)
    },
    failure: { title: spec.connectFailed },
    refused: (error) =>
      error instanceof ApiError && error.code === 'name_taken' ? { name: error.message } : undefined,
  })
  const { values, set } = form

  const setJson = (text: string) => {
    setStuck(false)
    set('json', text)
  }
  const switchTo = (next: Mode) => {
    const configuration = configurationOf(mode, values, others)
    if (!configuration) return setStuck(true)
    const { metadata, ...rest } = configuration
    const isText = typeof metadata === 'string'
    set('metadata', isText ? metadata : '')
    setOthers(isText ? rest : configuration)
    setJson(objectText(configuration))
    return setMode(next)
  }
  const isDirty = values.name !== initial.name || values.metadata !== '' || values.json !== ''
  return { form, mode, switchTo, setJson, usableBy, setUsableBy, isStuck, isSaved, isDirty }
}

/** Connects a tool. What is entered is sealed on the server and never comes back. */
export function ConnectPanel({ tool, onClose }: { tool: ListedTool; onClose: () => void }) {
  const { form, mode, switchTo, setJson, usableBy, setUsableBy, isStuck, ...rest } = useConnectForm(tool)
  return (
    <PanelForm {...rest} title={connecting.title(tool.name)} form={form} submitLabel={spec.connect} onClose={onClose}>
      <Segmented label={texts.how} value={mode} onChange={switchTo} items={MODES} />
      <Field label={connecting.name} hint={connecting.nameHint} error={form.errors.name}>
        <Input {...form.field('name')} maxLength={CONNECTION_LIMITS.name} />
      </Field>
      <RadioGroup legend={connecting.usableBy} value={usableBy} onChange={setUsableBy} items={USERS} />
      {mode === 'form' ? (
        <Field label={connecting.metadata} hint={connecting.metadataHint} error={form.errors.metadata} optional>
          <Textarea
            {...form.field('metadata')}
            required={false}
            rows={4}
            spellCheck={false}
            onChange={({ target }) => form.set('metadata', target.value)}
          />
        </Field>
      ) : (
        <Field label={connecting.json} error={isStuck ? spec.invalidJsonSwitch : form.errors.json} optional>
          <Textarea
            {...form.field('json')}
            required={false}
            rows={10}
            spellCheck={false}
            className="font-mono"
            onChange={({ target }) => setJson(target.value)}
          />
        </Field>
      )}
      <p className="flex gap-2 text-xs text-fg-3">
        <LockKeyhole size={14} aria-hidden className="mt-px shrink-0" />
        {connecting.sealed}
      </p>
    </PanelForm>
  )
}

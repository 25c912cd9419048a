import { useQueryClient } from '@tanstack/react-query'
import { CONNECTION_LIMITS, type UsableBy } from '@throughline/contracts/connections'
import { FlaskConical, Info, LockKeyhole } from 'lucide-react'
import { useState } from 'react'
import { useForm } from '../../../shared/form/use-form.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { RadioGroup } from '../../../ui/radio.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { toast } from '../../../ui/toast.ts'
import { fieldsOf, withDots, withoutDots } from '../connect/configuration.ts'
import { ConfigurationFields } from '../connect/configuration-fields.tsx'
import { texts as connectTexts } from '../connect/connect.texts.ts'
import { TestResult } from '../connect/test-result.tsx'
import { useConnectionTest } from '../connect/use-connection-test.ts'
import { catalogueQuery, type ListedTool, toolCalls } from '../integrations.api.ts'
import { nameTaken } from '../parts/name-taken.ts'
import { spec, texts } from './catalogue.texts.ts'
import { type JsonObject, objectText, parseObject } from './json-object.ts'
import { PanelForm } from './panel-form.tsx'

const { connecting } = texts

type Mode = 'form' | 'json'

const MODES = [
  { value: 'form', label: spec.formMode },
  { value: 'json', label: spec.jsonMode },
] as const
const USERS = [
  { value: 'owner', label: connecting.onlyMe },
  { value: 'everyone', label: connecting.everyone },
] as const

/** Both modes show one document. Secrets are dots in its JSON, and dots keep what stands behind them. */
function useConfiguration({ connection_schema: schema }: ListedTool) {
  const fields = fieldsOf(schema)
  const [mode, setMode] = useState<Mode>('form')
  const [value, setValue] = useState<JsonObject>(() =>
    Object.fromEntries(fields.flatMap(({ name, initial }) => (initial === undefined ? [] : [[name, initial]]))),
  )
  const [json, setJson] = useState('')
  const [isStuck, setStuck] = useState(false)
  const [isTyped, setTyped] = useState(false)
  const parsed = mode === 'json' ? parseObject(json) : undefined
  const current = mode === 'form' ? value : parsed && withoutDots(parsed, value)
  const change = (next: JsonObject) => {
    setTyped(true)
    setValue(next)
  }
  const changeJson = (text: string) => {
    setTyped(true)
    setStuck(false)
    setJson(text)
  }
  const switchTo = (next: Mode) => {
    if (!current) return setStuck(true)
    setValue(current)
    setJson(objectText(withDots(schema, current)))
    setStuck(false)
    return setMode(next)
  }
  return { fields, mode, value, json, current, isStuck, isTyped, change, changeJson, switchTo }
}

type Configuration = ReturnType<typeof useConfiguration>

/** What keeps it from being sent, by field. */
function errorsIn({ fields, current, mode }: Configuration): Record<string, string> {
  if (!current) return { json: spec.invalidJson }
  const missing = fields.filter(({ name, required }) => required && current[name] === undefined)
  const isTooLong = JSON.stringify(current).length > CONNECTION_LIMITS.configuration
  if (isTooLong) return { [mode === 'json' ? 'json' : 'metadata']: connecting.tooLong }
  if (mode === 'json' && missing.length > 0)
    return { json: texts.adding.wrongFields(missing.map(({ name }) => name).join(', ')) }
  const unread = fields.filter(({ name, kind }) => kind === 'json' && typeof current[name] === 'string')
  return Object.fromEntries([
    ...missing.map(({ name }) => [name, connectTexts.missing]),
    ...unread.map(({ name }) => [name, spec.invalidJson]),
  ])
}

function useConnectForm(tool: ListedTool) {
  const queries = useQueryClient()
  const configuration = useConfiguration(tool)
  const [usableBy, setUsableBy] = useState<UsableBy>('owner')
  const [isSaved, setSaved] = useState(false)
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const test = useConnectionTest()
  const form = useForm<'name' | 'json'>({
    initial: { name: tool.name, json: '' },
    check: ({ name }) => {
      const found = errorsIn(configuration)
      setWrong(found)
      const { length } = name.trim()
      const [first] = Object.values(found)
      return {
        ...((length === 0 || length > CONNECTION_LIMITS.name) && { name: nameWrong }),
        ...(first !== undefined && { json: first }),
      }
    },
    submit: async ({ name: typed }) => {
      const query = { name: typed.trim(), usable_by: usableBy }
      const { name } = await toolCalls.connect(tool.id, { query, body: configuration.current ?? {} })
      toast.success(connecting.connected(name))
      void queries.invalidateQueries(catalogueQuery)
      setSaved(true)
    },
    failure: { title: spec.connectFailed },
    refused: nameTaken,
  })
  const tested = JSON.stringify(configuration.current ?? {})
  const runTest = () => {
    const found = errorsIn(configuration)
    setWrong(found)
    focusFirst(form.props.ref.current, found)
    if (Object.keys(found).length === 0)
      void test.run(tested, () => toolCalls.test(tool.id, configuration.current ?? {}))
  }
  const { outcome } = test
  const hasPassed =
    outcome !== undefined && 'test' in outcome && outcome.of === tested && outcome.test.state === 'passed'
  const isDirty = form.values.name !== tool.name || configuration.isTyped
  return { form, configuration, usableBy, setUsableBy, isSaved, isDirty, wrong, test, runTest, hasPassed }
}

/** What is wrong is where the next key goes. */
function focusFirst(form: HTMLFormElement | null, errors: Record<string, string>) {
  const [name] = Object.keys(errors)
  const control = name === undefined ? null : form?.elements.namedItem(name)
  if (control instanceof HTMLElement) control.focus()
}

const nameWrong = connecting.nameWrong(CONNECTION_LIMITS.name)

/** Connects a tool. What is entered is sealed on the server and never comes back. */
export function ConnectPanel({ tool, onClose }: { tool: ListedTool; onClose: () => void }) {
  const { form, configuration, usableBy, setUsableBy, wrong, test, runTest, hasPassed, ...rest } = useConnectForm(tool)
  const isKeyed = configuration.current?.['honours_key'] === true
  const isOnce = !isKeyed && tool.operations.some(({ repeat }) => repeat === 'once')
  return (
    <PanelForm
      {...rest}
      title={connecting.title(tool.name)}
      form={form}
      submitLabel={spec.connect}
      disabled={tool.has_test && !hasPassed}
      action={
        tool.has_test && (
          <Button icon={FlaskConical} busy={test.busy} onClick={runTest}>
            {connectTexts.test}
          </Button>
        )
      }
      onClose={onClose}
    >
      <Segmented label={texts.how} value={configuration.mode} onChange={configuration.switchTo} items={MODES} />
      <Field label={connecting.name} hint={connecting.nameHint} error={form.errors.name}>
        <Input {...form.field('name')} maxLength={CONNECTION_LIMITS.name} />
      </Field>
      {configuration.mode === 'form' && (
        <ConfigurationFields
          fields={configuration.fields}
          value={configuration.value}
          errors={wrong}
          onChange={configuration.change}
        />
      )}
      <p className="flex gap-2 text-xs text-fg-3">
        <LockKeyhole size={14} aria-hidden className="mt-px shrink-0" />
        {connecting.sealed}
      </p>
      <RadioGroup legend={connecting.usableBy} value={usableBy} onChange={setUsableBy} items={USERS} />
      <LastField configuration={configuration} wrong={wrong} busy={form.busy} />
      {isOnce && (
        <p className="flex gap-2 rounded-md bg-surface-2 p-3 text-sm text-fg-2">
          <Info size={15} aria-hidden className="mt-0.5 shrink-0" />
          <span>
            <span translate="no" className="block font-medium text-fg">
              {connectTexts.onceTitle(tool.name)}
            </span>
            {connectTexts.onceText}
          </span>
        </p>
      )}
      <TestResult outcome={test.outcome} />
    </PanelForm>
  )
}

type LastFieldProps = { configuration: Configuration; wrong: Record<string, string>; busy: boolean }

/** Metadata is the specification's text box, and always last; in JSON Mode all of it. */
function LastField({ configuration, wrong, busy }: LastFieldProps) {
  const { mode, value, json, isStuck, change, changeJson } = configuration
  const { metadata } = value
  if (mode === 'json')
    return (
      <Field label={connecting.json} error={isStuck ? spec.invalidJsonSwitch : wrong['json']} optional>
        <Textarea
          name="json"
          readOnly={busy}
          rows={10}
          spellCheck={false}
          className="font-mono"
          value={json}
          onChange={({ target }) => changeJson(target.value)}
        />
      </Field>
    )
  return (
    <Field label={connecting.metadata} hint={connecting.metadataHint} error={wrong['metadata']} optional>
      <Textarea
        name="metadata"
        readOnly={busy}
        rows={4}
        spellCheck={false}
        value={typeof metadata === 'string' ? metadata : ''}
        onChange={({ target }) => {
          const { metadata: _, ...others } = value
          change(target.value.trim() === '' ? others : { ...value, metadata: target.value })
        }}
      />
    </Field>
  )
}

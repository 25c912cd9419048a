import type { Hook, RepeatBy } from '@throughline/contracts/hooks'
import type { Target } from '@throughline/flow/form-mapping'
import { stepsOf } from '@throughline/flow/start-mapping'
import { Braces, Pin } from 'lucide-react'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Field } from '../../../ui/field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Input } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { FixedValue } from '../parts/fixed-value.tsx'
import { Part } from '../parts/part.tsx'
import { StartPeople } from '../parts/start-people.tsx'
import type { StartedWorkflow } from '../parts/use-started-workflow.ts'
import { type HookDraft, repeatByOf, takesPath } from './hook-draft.ts'
import { HookSecrets } from './hook-secrets.tsx'
import { texts } from './hooks.texts.ts'

export type HookFormProps = {
  draft: HookDraft
  workflow: StartedWorkflow
  hook: Hook | undefined
  disabled: boolean
  onChange: (change: Partial<HookDraft>) => void
  /** Absent: it may only be looked at. */
  onSecret: ((secret: string) => Promise<boolean>) | undefined
}

const STYLES = (['standard', 'github', 'stripe', 'bearer'] as const).map((value) => ({
  value,
  label: texts.styles[value],
}))

export function HookForm(props: HookFormProps) {
  const { draft, hook, disabled, onChange, onSecret } = props
  return (
    <div className="min-w-0">
      <div className="grid gap-3 border-b p-4">
        <Field label={texts.name}>
          <Input
            value={draft.name}
            maxLength={120}
            placeholder={texts.namePlaceholder}
            disabled={disabled}
            onChange={(event) => onChange({ name: event.currentTarget.value })}
          />
        </Field>
        <Field label={texts.url} hint={texts.urlHint}>
          {hook ? (
            <div className="flex items-center gap-2">
              <Input readOnly value={hook.url} aria-label={texts.url} className="min-w-0 flex-1 font-mono text-xs" />
              <CopyButton text={hook.url} size="md" />
            </div>
          ) : (
            <p className="text-sm text-fg-3">{texts.urlLater}</p>
          )}
        </Field>
      </div>
      <Part title={texts.signature}>
        <Select
          label={texts.signature}
          value={draft.style}
          items={STYLES}
          disabled={disabled}
          onChange={(style) => onChange({ style })}
        />
        {hook && <HookSecrets hook={hook} onSecret={onSecret} />}
        <p className="mt-2 text-xs text-fg-3">{draft.style === 'github' ? texts.noTime : texts.oldCalls}</p>
      </Part>
      <Repeats {...props} />
      <Part title={texts.values}>
        <Values {...props} />
      </Part>
    </div>
  )
}

function Repeats({ draft, disabled, onChange }: HookFormProps) {
  const { style } = draft
  const by = repeatByOf(draft)
  const labels: Record<RepeatBy, string> = {
    ...texts.repeatBys,
    id: texts.repeatIds[style],
    ...(style === 'github' && { body: texts.wholeBody }),
  }
  const choices = (['id', 'value', 'body'] as const).filter((value) => labels[value] !== '')
  return (
    <Part title={texts.repeats}>
      <Field label={texts.recognizedBy} hint={by === 'body' && style !== 'github' ? texts.bodyHint : texts.repeatHint}>
        <Select
          label={texts.recognizedBy}
          value={by}
          items={choices.map((value) => ({ value, label: labels[value] }))}
          disabled={disabled}
          onChange={(repeatBy) => onChange({ repeatBy })}
        />
      </Field>
      {by === 'value' && (
        <Field label={texts.repeatPath} className="mt-3" error={pathError(draft.repeatPath)}>
          <Input
            value={draft.repeatPath}
            placeholder={texts.pathPlaceholder('id')}
            maxLength={300}
            disabled={disabled}
            className="font-mono"
            onChange={(event) => onChange({ repeatPath: event.currentTarget.value })}
          />
        </Field>
      )}
    </Part>
  )
}

const pathError = (path: string) => (path.trim() === '' || stepsOf(path.trim()) ? undefined : texts.badPath)

function Values(props: HookFormProps) {
  const { draft, workflow, hook, disabled, onChange } = props
  const targets = workflow.targets.filter(takesPath)
  return (
    <div className="grid gap-3">
      {targets.length === 0 && <p className="text-sm text-fg-3">{texts.noValues}</p>}
      {targets.map((target) => (
        <Value key={target.variable} {...props} target={target} />
      ))}
      <Field label={texts.instanceTitle} hint={texts.titleHint} optional>
        <Input
          value={draft.title}
          maxLength={200}
          placeholder={draft.name}
          disabled={disabled}
          onChange={(event) => onChange({ title: event.currentTarget.value })}
        />
      </Field>
      <Field label={texts.files} hint={texts.filesHint} optional error={pathError(draft.filesPath)}>
        <Input
          value={draft.filesPath}
          maxLength={300}
          placeholder={texts.pathPlaceholder('attachments')}
          disabled={disabled}
          className="font-mono"
          onChange={(event) => onChange({ filesPath: event.currentTarget.value })}
        />
      </Field>
      <StartPeople
        draft={draft}
        needsStarter={workflow.needsStarter}
        standInName={hook?.stand_in?.name}
        toldHint={texts.toldHint}
        disabled={disabled}
        onChange={onChange}
      />
    </div>
  )
}

const canBeFixed = ({ type }: Target) => type !== 'table' && type !== 'json'

/** Where a variable gets its value: from the body, or always the same. */
function Value({ draft, hook, disabled, onChange, target }: HookFormProps & { target: Target }) {
  const { variable, label, required, type } = target
  const isFixed = draft.fixedOnes.includes(variable)
  const path = draft.paths[variable] ?? ''
  const others = draft.fixedOnes.filter((one) => one !== variable)
  return (
    <Field
      label={<span translate="no">{label}</span>}
      optional={!required}
      error={isFixed ? undefined : pathError(path)}
    >
      <div className="flex items-center gap-2">
        <div className="min-w-0 flex-1">
          {isFixed ? (
            <FixedValue
              target={target}
              value={draft.fixed[variable] ?? ''}
              people={hook?.people ?? []}
              disabled={disabled}
              onChange={(text) => onChange({ fixed: { ...draft.fixed, [variable]: text } })}
            />
          ) : (
            <Input
              aria-label={texts.pathFor(variable)}
              value={path}
              maxLength={300}
              placeholder={texts.pathPlaceholder(variable)}
              disabled={disabled}
              className="font-mono"
              onChange={(event) => onChange({ paths: { ...draft.paths, [variable]: event.currentTarget.value } })}
            />
          )}
        </div>
        <Tag>{texts.types[type]}</Tag>
        {!disabled && canBeFixed(target) && (
          <IconButton
            label={isFixed ? texts.pathInstead(variable) : texts.fixedInstead(variable)}
            icon={isFixed ? Braces : Pin}
            size="sm"
            onClick={() => onChange({ fixedOnes: isFixed ? others : [...others, variable] })}
          />
        )}
      </div>
    </Field>
  )
}

import type { Schedule } from '@throughline/contracts/starts'
import type { Target } from '@throughline/flow/form-mapping'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { RadioGroup } from '../../../ui/radio.tsx'
import { Select } from '../../../ui/select.tsx'
import { FixedValue } from '../parts/fixed-value.tsx'
import { Part } from '../parts/part.tsx'
import { StartPeople } from '../parts/start-people.tsx'
import type { StartedWorkflow } from '../parts/use-started-workflow.ts'
import { countsWorkdays } from '../schedule-text.ts'
import { scheduleTexts as texts } from '../starts.texts.ts'
import { ruleOf, type ScheduleDraft } from './schedule-draft.ts'
import { type Change, WhenFields } from './when-fields.tsx'

type ScheduleFormProps = {
  draft: ScheduleDraft
  workflow: StartedWorkflow
  /** Members whom values name already. */
  people: Schedule['people']
  standInName: string | undefined
  organizationZone: string
  disabled: boolean
  onChange: Change
}

const dayOffs = (['next', 'previous', 'run', 'skip'] as const).map((value) => ({ value, label: texts.dayOffs[value] }))
const stillRunnings = (['start', 'skip'] as const).map((value) => ({ value, label: texts.stillRunnings[value] }))
const misseds = (['latest', 'each', 'none'] as const).map((value) => ({ value, label: texts.misseds[value] }))

export function ScheduleForm(props: ScheduleFormProps) {
  const { draft, organizationZone, disabled, onChange } = props
  const rule = ruleOf(draft)
  return (
    <div className="min-w-0">
      <div className="border-b p-4">
        <Field label={texts.name}>
          <Input
            value={draft.name}
            maxLength={120}
            placeholder={texts.namePlaceholder}
            disabled={disabled}
            onChange={(event) => onChange({ name: event.currentTarget.value })}
          />
        </Field>
      </div>
      <Part title={texts.when}>
        <WhenFields draft={draft} zone={organizationZone} disabled={disabled} onChange={onChange} />
      </Part>
      <Part title={texts.dayOff}>
        {rule && countsWorkdays(rule) ? (
          <p className="text-sm text-fg-3">{texts.dayOffNone}</p>
        ) : (
          <Select
            label={texts.dayOff}
            value={draft.dayOff}
            items={dayOffs}
            disabled={disabled}
            onChange={(dayOff) => onChange({ dayOff })}
          />
        )}
      </Part>
      <Part title={texts.stillRunning}>
        <Select
          label={texts.stillRunning}
          value={draft.stillRunning}
          items={stillRunnings}
          disabled={disabled}
          onChange={(stillRunning) => onChange({ stillRunning })}
        />
      </Part>
      <Part title={texts.missed}>
        <RadioGroup
          legend={texts.missed}
          hideLegend
          value={draft.missed}
          items={misseds}
          disabled={disabled}
          onChange={(missed) => onChange({ missed })}
        />
      </Part>
      <Part title={texts.values}>
        <Values {...props} />
      </Part>
    </div>
  )
}

const canBeFixed = ({ type }: Target) => type !== 'file' && type !== 'table' && type !== 'json'

function Values({ draft, workflow, people, standInName, disabled, onChange }: ScheduleFormProps) {
  const put = (variable: string, text: string) => onChange({ fixed: { ...draft.fixed, [variable]: text } })
  return (
    <div className="grid gap-3">
      <Field label={texts.instanceTitle} hint={texts.titleHint} optional>
        <Input
          value={draft.title}
          maxLength={200}
          placeholder={texts.titlePlaceholder(draft.name)}
          disabled={disabled}
          onChange={(event) => onChange({ title: event.currentTarget.value })}
        />
      </Field>
      {workflow.targets.filter(canBeFixed).map((target) => (
        <Field key={target.variable} label={<span translate="no">{target.label}</span>} optional={!target.required}>
          <FixedValue
            target={target}
            value={draft.fixed[target.variable] ?? ''}
            people={people}
            disabled={disabled}
            onChange={(text) => put(target.variable, text)}
          />
        </Field>
      ))}
      <StartPeople
        draft={draft}
        needsStarter={workflow.needsStarter}
        standInName={standInName}
        toldHint={texts.toldHint}
        disabled={disabled}
        onChange={onChange}
      />
    </div>
  )
}

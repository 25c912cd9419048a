import { variableOf } from '@throughline/flow/compile'
import type { Field, SubworkflowStep } from '@throughline/flow/document'
import type { Json } from '@throughline/flow/eval'
import { ArrowLeft } from 'lucide-react'
import { Segmented } from '../../../../ui/segmented.tsx'
import { Tag } from '../../../../ui/tag.tsx'
import { ExpressionLine } from '../expressions/expression-line.tsx'
import { FailureLine, RouteLine } from '../leads/route-line.tsx'
import { AddButton } from '../parts/add-button.tsx'
import { Group } from '../parts/group.tsx'
import { freshName, NameLine, withEntry, withoutEntry } from '../parts/name-line.tsx'
import { OrderButtons } from '../parts/order-buttons.tsx'
import { ProblemsAt } from '../parts/problem-line.tsx'
import { ReadLine } from '../parts/read-line.tsx'
import { TextLine } from '../parts/text-line.tsx'
import { texts as stepTexts } from '../step.texts.ts'
import { act, pathOf, put, useEditable, useEditing } from '../step-context.ts'
import { texts as kindsTexts } from './kinds.texts.ts'
import { SubPick } from './sub-pick.tsx'

const texts = kindsTexts.sub

/** Another workflow as one step of this one. */
export function SubworkflowSection({ step }: { step: SubworkflowStep }) {
  return (
    <>
      <Group title={texts.runs} holds={[pathOf(step, 'workflow_id'), pathOf(step, 'version')]}>
        <SubPick step={step} />
        <Version step={step} />
      </Group>
      {step.workflow_id !== '' && (
        <>
          <Give step={step} />
          <Take step={step} />
        </>
      )}
      <NotWell step={step} />
    </>
  )
}

function Version({ step }: { step: SubworkflowStep }) {
  const { refs, change } = useEditing()
  const editable = useEditable()
  const current = refs.workflows.find(({ id }) => id === step.workflow_id)?.current_version
  const pinned = step.version ?? current
  if (pinned === undefined || pinned === null) return null
  return (
    <div className="flex items-center justify-between gap-3">
      <span className="text-sm font-medium">{texts.version}</span>
      {editable ? (
        <Segmented
          label={texts.version}
          value={step.version === undefined ? 'latest' : 'pinned'}
          onChange={(which) => change(put(step, 'version', which === 'pinned' ? pinned : undefined), act('version'))}
          items={[
            { value: 'latest', label: texts.latest },
            { value: 'pinned', label: texts.pin(pinned) },
          ]}
        />
      ) : (
        <ReadLine
          bare
          label={texts.version}
          value={step.version === undefined ? texts.latest : texts.pin(step.version)}
        />
      )}
    </div>
  )
}

const asText = (value: Json | undefined) =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)

/** A number or a yes stays one where the form asks for it. */
function asValue(text: string, field: Field | undefined): Json {
  const counts = field?.type === 'number' || field?.type === 'currency'
  if (counts && String(Number(text)) === text) return Number(text)
  return field?.type === 'checkbox' && (text === 'true' || text === 'false') ? text === 'true' : text
}

/** What its form asks as it starts, filled from here. */
function Give({ step }: { step: SubworkflowStep }) {
  const { refs, change } = useEditing()
  const path = pathOf(step, 'input')
  const given: Record<string, Json> = step.input ?? {}
  const fields = refs.workflows.find(({ id }) => id === step.workflow_id)?.start_fields
  const needed = (fields ?? []).filter(({ required, show_if }) => required && show_if === undefined)
  const filled = needed.filter((field) => given[variableOf(field)] !== undefined).length
  const set = (name: string, text: string, field?: Field) => {
    const { [name]: _, ...others } = given
    const input = text === '' ? others : { ...given, [name]: asValue(text, field) }
    change(put(step, 'input', Object.keys(input).length > 0 ? input : undefined), `input ${name}`)
  }
  const asked = (fields ?? []).map((field) => ({ name: variableOf(field), field }))
  const extra = Object.keys(given).filter((name) => !asked.some((one) => one.name === name))
  return (
    <Group
      title={texts.give}
      holds={[path]}
      action={filled < needed.length && <Tag tone="danger">{texts.required(filled, needed.length)}</Tag>}
    >
      {fields?.length === 0 && extra.length === 0 && <p className="text-xs text-fg-3">{texts.noFields}</p>}
      {!fields && <p className="text-xs text-fg-3">{texts.unknownFields}</p>}
      {asked.map(({ name, field }) => (
        <ExpressionLine
          key={name}
          template
          label={field.label || name}
          required={field.required ?? false}
          value={asText(given[name])}
          onChange={(text) => set(name, text, field)}
          path={`${path}/${name}`}
        />
      ))}
      {extra.map((name) => (
        <div key={name} className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-1">
          <ExpressionLine
            template
            label={fields ? texts.extra(name) : name}
            value={asText(given[name])}
            onChange={(text) => set(name, text)}
            path={`${path}/${name}`}
          />
          <OrderButtons name={name} at={0} count={1} onRemove={() => set(name, '')} />
        </div>
      ))}
      <ProblemsAt path={path} />
    </Group>
  )
}

/** Its variables that become variables here. */
function Take({ step }: { step: SubworkflowStep }) {
  const { change } = useEditing()
  const path = pathOf(step, 'output')
  const kept = step.output ?? {}
  const names = Object.keys(kept)
  const set = (output: SubworkflowStep['output'], what: string) => change(put(step, 'output', output), what)
  return (
    <Group
      title={texts.take}
      holds={[path]}
      action={
        <AddButton onClick={() => set({ ...kept, [freshName('result', names)]: '' }, act('add output'))}>
          {texts.add}
        </AddButton>
      }
    >
      {names.length === 0 && <p className="text-xs text-fg-3">{texts.takeNote}</p>}
      <ul className="space-y-1.5 empty:hidden">
        {Object.entries(kept).map(([here, there], at) => (
          <li key={at} className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)_auto] items-start gap-1.5">
            <NameLine
              label={texts.here(at + 1)}
              value={here}
              taken={names}
              onChange={(name) => set(withEntry(kept, at, [name, there]), `output here ${at}`)}
            />
            <ArrowLeft size={13} aria-hidden className="mt-2.5 text-fg-3" />
            <TextLine
              bare
              mono
              label={texts.there(at + 1)}
              value={there}
              onChange={(name) => set(withEntry(kept, at, [here, name.trim()]), `output there ${at}`)}
            />
            <OrderButtons
              name={here}
              at={at}
              count={1}
              onRemove={() => set(withoutEntry(kept, at), act('remove output'))}
            />
          </li>
        ))}
      </ul>
      <ProblemsAt path={path} deep />
    </Group>
  )
}

function NotWell({ step }: { step: SubworkflowStep }) {
  const { change } = useEditing()
  return (
    <Group title={texts.notWell} holds={[pathOf(step, 'on_failure'), pathOf(step, 'on_reject')]}>
      <FailureLine step={step} />
      <RouteLine
        outcome="rejected"
        route={step.on_reject}
        onRoute={(route, typing) => change(put(step, 'on_reject', route), typing ? 'on_reject' : act('on_reject'))}
        usual={stepTexts.route.asDone}
        endsAs="rejected"
        path={pathOf(step, 'on_reject')}
      />
    </Group>
  )
}

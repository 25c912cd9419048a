import type { Each } from '@throughline/flow/document'
import { asText } from '../../../../shared/expressions/reading.ts'
import { useReading } from '../../../../shared/expressions/scope.ts'
import { Segmented } from '../../../../ui/segmented.tsx'
import { Switch } from '../../../../ui/switch.tsx'
import { ExpressionLine } from '../expressions/expression-line.tsx'
import { NumberLine } from '../fields/number-line.tsx'
import { Cards } from '../parts/cards.tsx'
import { Group } from '../parts/group.tsx'
import { ProblemsAt } from '../parts/problem-line.tsx'
import { ReadLine } from '../parts/read-line.tsx'
import { Summary } from '../parts/summary.tsx'
import { texts as stepTexts } from '../step.texts.ts'
import { act, pathOf, put, useEditable, useEditing } from '../step-context.ts'

const texts = stepTexts.each

/** Runs the step once for every entry of a list. */
export function EachSection() {
  const { step, change } = useEditing()
  const editable = useEditable()
  const { each } = step
  const toggle = (on: boolean) =>
    change(put(step, 'each', on ? { list: '', order: 'at_once', until: 'all' } : undefined), act('each'))
  return (
    <Group
      title={texts.title}
      closed={each === undefined}
      summary={each ? texts.on : texts.off}
      holds={[pathOf(step, 'each')]}
      action={editable && <Switch aria-label={texts.toggle} checked={each !== undefined} onChange={toggle} />}
    >
      {each ? <Settings each={each} /> : <p className="text-xs text-fg-3">{editable ? texts.toggle : texts.off}</p>}
    </Group>
  )
}

const kindOf = (until: Each['until']) => (typeof until === 'number' ? 'n' : until)

function Settings({ each }: { each: Each }) {
  const { step, change } = useEditing()
  const editable = useEditable()
  const path = pathOf(step, 'each')
  const set = (next: Each, what: string) => change(put(step, 'each', next), what)
  return (
    <>
      <ExpressionLine
        label={texts.list}
        hint={texts.limit}
        value={each.list}
        placeholder={texts.placeholder}
        onChange={(list) => set({ ...each, list }, 'each list')}
        path={`${path}/list`}
      />
      <Cards
        label={texts.run}
        columns={2}
        disabled={!editable}
        value={each.order}
        items={[
          { value: 'at_once', label: texts.atOnce, hint: texts.atOnceHint },
          { value: 'in_order', label: texts.inOrder, hint: texts.inOrderHint },
        ]}
        onChange={(order) => set({ ...each, order }, act('each'))}
      />
      <div className="flex items-center justify-between gap-2">
        <span className="text-sm font-medium">{texts.doneWhen}</span>
        {editable ? (
          <Segmented
            label={texts.doneWhen}
            value={kindOf(each.until)}
            onChange={(kind) => set({ ...each, until: kind === 'n' ? 1 : kind }, act('each'))}
            items={(['all', 'first', 'n'] as const).map((value) => ({ value, label: texts.until[value] }))}
          />
        ) : (
          <ReadLine bare label={texts.doneWhen} value={texts.until[kindOf(each.until)]} />
        )}
      </div>
      {typeof each.until === 'number' && (
        <NumberLine
          label={texts.needed}
          value={each.until}
          onChange={(until) => until !== undefined && set({ ...each, until }, 'each until')}
          path={`${path}/until`}
        />
      )}
      <ProblemsAt path={path} />
      <EachReading each={each} />
      <p className="text-xs text-fg-3">{texts.note}</p>
    </>
  )
}

function EachReading({ each }: { each: Each }) {
  const parts = useReading(each.list, 'list')
  return <Summary>{texts.reads(parts ? asText(parts) : texts.theList, each.order, each.until)}</Summary>
}

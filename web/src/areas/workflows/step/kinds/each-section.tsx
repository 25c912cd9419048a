import type { Each } from '@throughline/flow/document'
import { Segmented } from '../../../../ui/segmented.tsx'
import { Switch } from '../../../../ui/switch.tsx'
import { ExpressionLine } from '../expressions/expression-line.tsx'
import { useKnown } from '../expressions/known.ts'
import { asText, reading } from '../expressions/reading.ts'
import { NumberLine } from '../fields/number-line.tsx'
import { Cards } from '../parts/cards.tsx'
import { Group } from '../parts/group.tsx'
import { ProblemsAt } from '../parts/problem-line.tsx'
import { ReadLine } from '../parts/read-line.tsx'
import { Reads } from '../parts/reads.tsx'
import { texts } from '../step.texts.ts'
import { act, pathOf, put, useEditable, useEditing } from '../step-context.ts'

const words = texts.each

/** Runs the step once for every entry of a list. */
export function EachSection() {
  const { step, change } = useEditing()
  const editable = useEditable()
  const { each } = step
  const toggle = (on: boolean) =>
    change(put(step, 'each', on ? { list: '', order: 'at_once', until: 'all' } : undefined), act('each'))
  return (
    <Group
      title={words.title}
      closed={each === undefined}
      summary={each ? words.on : words.off}
      holds={[pathOf(step, 'each')]}
      action={editable && <Switch aria-label={words.toggle} checked={each !== undefined} onChange={toggle} />}
    >
      {each ? <Settings each={each} /> : <p className="text-xs text-fg-3">{editable ? words.toggle : words.off}</p>}
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
        label={words.list}
        hint={words.limit}
        value={each.list}
        placeholder={words.placeholder}
        onChange={(list) => set({ ...each, list }, 'each list')}
        path={`${path}/list`}
      />
      <Cards
        label={words.run}
        columns={2}
        disabled={!editable}
        value={each.order}
        items={[
          { value: 'at_once', label: words.atOnce, hint: words.atOnceHint },
          { value: 'in_order', label: words.inOrder, hint: words.inOrderHint },
        ]}
        onChange={(order) => set({ ...each, order }, act('each'))}
      />
      <div className="flex items-center justify-between gap-2">
        <span className="text-sm font-medium">{words.doneWhen}</span>
        {editable ? (
          <Segmented
            label={words.doneWhen}
            value={kindOf(each.until)}
            onChange={(kind) => set({ ...each, until: kind === 'n' ? 1 : kind }, act('each'))}
            items={(['all', 'first', 'n'] as const).map((value) => ({ value, label: words.until[value] }))}
          />
        ) : (
          <ReadLine bare label={words.doneWhen} value={words.until[kindOf(each.until)]} />
        )}
      </div>
      {typeof each.until === 'number' && (
        <NumberLine
          label={words.needed}
          value={each.until}
          onChange={(until) => until !== undefined && set({ ...each, until }, 'each until')}
          path={`${path}/until`}
        />
      )}
      <ProblemsAt path={path} />
      <EachReading each={each} />
      <p className="text-xs text-fg-3">{words.note}</p>
    </>
  )
}

function EachReading({ each }: { each: Each }) {
  const known = useKnown()
  const checked = each.list.trim() === '' ? undefined : known.read(each.list, 'list')
  const said = checked && 'tree' in checked ? reading(checked.tree, known.labels) : undefined
  return <Reads>{words.reads(said ? asText(said) : words.theList, each.order, each.until)}</Reads>
}

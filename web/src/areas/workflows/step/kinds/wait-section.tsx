import type { WaitStep } from '@throughline/flow/document'
import { parseDuration } from '@throughline/flow/eval'
import { Cards } from '../parts/cards.tsx'
import { DurationLine, durationText } from '../parts/duration-line.tsx'
import { Group } from '../parts/group.tsx'
import { ProblemsAt } from '../parts/problem-line.tsx'
import { Reads } from '../parts/reads.tsx'
import { act, pathOf, useEditable, useEditing } from '../step-context.ts'
import { texts } from './kinds.texts.ts'
import { WaitDate } from './wait-date.tsx'

const words = texts.wait

/** A length of time, or a date. */
export function WaitSection({ step }: { step: WaitStep }) {
  const { change } = useEditing()
  const editable = useEditable()
  const { for: length, until, ...rest } = step
  const dated = until !== undefined
  const calendar = parseDuration(length ?? '')?.unit === 'bd'
  return (
    <Group title={words.title} holds={[pathOf(step, 'for'), pathOf(step, 'until')]}>
      <Cards
        bare
        label={words.title}
        columns={2}
        disabled={!editable}
        value={dated ? 'until' : 'for'}
        items={[
          { value: 'for', label: words.for, hint: length === undefined ? words.forHint : durationText(length) },
          { value: 'until', label: words.until, hint: words.untilHint },
        ]}
        onChange={(kind) => change(kind === 'for' ? { ...rest, for: '1d' } : { ...rest, until: '' }, act('wait'))}
      />
      {dated ? (
        <WaitDate
          value={until}
          path={pathOf(step, 'until')}
          onChange={(date, typing) => change({ ...rest, until: date }, typing ? 'until' : act('until'))}
        />
      ) : (
        <>
          <DurationLine
            label={words.length}
            value={length ?? ''}
            onChange={(time, typing) => change({ ...rest, for: time }, typing ? 'for' : act('for'))}
          />
          <ProblemsAt path={pathOf(step, 'for')} />
          {length !== undefined && (
            <Reads>{calendar ? words.readsWorking(durationText(length)) : words.readsFor(durationText(length))}</Reads>
          )}
        </>
      )}
    </Group>
  )
}

import { Zap } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { cn } from '../../../ui/cn.ts'
import { texts } from './canvas.texts.ts'
import { useDetail, useTools } from './canvas-context.ts'
import type { StepMark } from './flow-canvas.tsx'
import type { Box } from './layout/layout.ts'
import { OutMarkView } from './out-mark.tsx'
import { frames, markText } from './step-badge.tsx'
import { CompactCard, StepCard } from './step-card.tsx'
import type { StepData } from './step-data.ts'
import { STEP_KINDS } from './step-kinds.tsx'
import type { TriggerData } from './use-nodes.ts'

/** What a card shows, for who hears it. */
function spokenName({ drawn, total, mark, returns, errors, warnings }: StepData): string {
  const { label: kind } = STEP_KINDS[drawn.step.type]
  const { name } = drawn
  const { each } = drawn.step
  return [
    mark?.state === 'removed' ? texts.removedStep(name, kind) : texts.step(drawn.n, total, name, kind),
    each && texts.forEach,
    mark?.state !== 'removed' && mark && markText(mark),
    ...returns.map(({ label, to }) => texts.backTo(label, to)),
    errors > 0 && texts.errors(errors),
    warnings > 0 && texts.warnings(warnings),
  ]
    .filter(Boolean)
    .join(', ')
}

/** Open, added and changed steps have a ring of their own. */
const shadowed = (state: StepMark['state']) => state === 'open' || state === 'added' || state === 'changed'

function frameOf({ mark, selected, errors }: StepData): string {
  return cn(
    'relative flex flex-col rounded-lg border text-left transition-opacity',
    !selected && !shadowed(mark?.state) && 'shadow-sm',
    mark?.state !== 'done' && 'bg-card',
    !selected && mark?.state && frames[mark.state],
    !selected && !mark?.state && errors > 0 && 'border-danger-mark',
    selected && 'border-accent bg-card shadow-[0_0_0_2px_var(--accent),var(--elev-md)]',
    mark?.dim && 'opacity-55',
  )
}

/** Placed without a transform: hundreds of them would make every frame slow. */
function Place({ box, of, children }: { box: Box; of?: string; children: ReactNode }) {
  return (
    <div data-of={of} className="absolute" style={{ left: box.x - box.w / 2, top: box.y, width: box.w, height: box.h }}>
      {children}
    </div>
  )
}

/** Where lines meet a card. */
function Port({ top }: { top: number }) {
  return (
    <span
      style={{ top }}
      className="absolute left-1/2 z-1 -m-[3.5px] size-[7px] rounded-full border border-line-strong bg-card"
    />
  )
}

export const StepNode = memo(function StepNode({ data }: { data: StepData }) {
  const detail = useDetail()
  const { select } = useTools()
  const { drawn, box, compact, outs, entered, selected } = data
  const small = compact || detail > 0
  const look = cn(frameOf(data), small && 'justify-center')
  const size = { width: box.w, height: box.h }
  const content = small ? <CompactCard data={data} detail={detail} /> : <StepCard data={data} />
  return (
    <Place box={box} of={drawn.id}>
      {select ? (
        <>
          {/* The button lies on the card: its name says all of it, in an order that is better heard. */}
          <div aria-hidden style={size} className={look}>
            {content}
          </div>
          <button
            type="button"
            data-step={drawn.id}
            aria-label={spokenName(data)}
            aria-pressed={selected}
            onClick={() => select(drawn.id)}
            className="pointer-events-auto absolute inset-0 rounded-lg"
          />
        </>
      ) : (
        <article data-step={drawn.id} aria-label={spokenName(data)} style={size} className={look}>
          {content}
        </article>
      )}
      {entered && <Port top={0} />}
      {outs.some(({ kind }) => kind === 'line') && <Port top={box.h} />}
      {outs.map((out) => (
        <OutMarkView key={out.id} out={out} />
      ))}
    </Place>
  )
})

export const TriggerNode = memo(function TriggerNode({ data: { box, label, out } }: { data: TriggerData }) {
  return (
    <Place box={box}>
      <div
        style={{ width: box.w, height: box.h }}
        className="flex items-center gap-2 rounded-full border bg-card pr-4 pl-1.5 text-sm shadow-sm"
      >
        <span className="grid size-6 shrink-0 place-items-center rounded-full bg-neutral-bg text-neutral-fg">
          <Zap size={13} aria-hidden />
        </span>
        <span className="truncate">
          <span className="text-fg-2">{texts.when} </span>
          <span className="font-medium">{label}</span>
        </span>
      </div>
      <Port top={box.h} />
      <OutMarkView out={out} />
    </Place>
  )
})

import type { Task } from '@throughline/contracts/tasks'
import { Section } from '../../../ui/section.tsx'
import { spec, texts } from './detail.texts.ts'

/** What the step says about itself and how to go about it. */
export function TaskDescription({ task: { description, instructions }, quiet }: { task: Task; quiet?: boolean }) {
  const how = typeof instructions === 'string' && instructions !== description ? instructions : ''
  return (
    <Section title={texts.description} {...(quiet && { quiet })}>
      {description || how ? (
        [description, how].filter(Boolean).map((text) => (
          <p key={text} translate="no" className="mb-2 text-md break-words whitespace-pre-line text-fg-2 last:mb-0">
            {text}
          </p>
        ))
      ) : (
        <p className="text-sm text-fg-3">{spec.noDescription}</p>
      )}
    </Section>
  )
}

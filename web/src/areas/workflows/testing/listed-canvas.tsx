import type { FlowCanvasProps } from '../canvas/flow-canvas.tsx'

/** The canvas as a list: jsdom has no sizes, so nothing can be laid out. Each step says its mark, each line its own. */
export function FlowCanvas({ drawing, marks, lines, label, children, revealed }: FlowCanvasProps) {
  const said = drawing.steps.map(({ id, n, step }) => {
    const { state, note } = marks?.get(id) ?? {}
    return [n === 0 ? '–' : n, step.name, state, note].filter((word) => word !== undefined).join(' ')
  })
  return (
    <section aria-label={label} data-revealed={revealed}>
      <ul>
        {said.map((words) => (
          <li key={words}>{words}</li>
        ))}
        {[...(lines ?? [])].map(([key, mark]) => (
          <li key={key}>{`${key} ${mark}`}</li>
        ))}
      </ul>
      {children}
    </section>
  )
}

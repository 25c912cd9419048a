import type { Instance, RailStep } from '@throughline/contracts/instances'

export const isLate = ({ state, overdue }: RailStep) => state === 'open' && overdue

/** The drawn path of an instance as one line shows it; what was passed over is not on it. */
export const miniOf = ({ steps }: Pick<Instance, 'steps'>) =>
  steps.flatMap((step) =>
    step.state === 'skipped' ? [] : [{ name: step.name, state: isLate(step) ? 'overdue' : step.state }],
  )

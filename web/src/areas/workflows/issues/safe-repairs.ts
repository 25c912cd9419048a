import type { Problem, Repair } from '@throughline/flow/compile'

export interface SafeRepair {
  problem: Problem
  repair: Repair
}

/**
 * Where a repair only writes down what is so already: who gets a step that names nobody, the id a step stands under, a
 * condition that runs once, a label or name that was left empty. Any other repair decides something, be it the only one.
 */
const meansTheSame: Record<string, (path: string) => boolean> = {
  assignee_missing: () => true,
  bad_id: (path) => path.endsWith('/id'),
  each_bad: (path) => path.endsWith('/each'),
  field_bad: (path) => path.endsWith('/label') || path.endsWith('/name'),
}

/** The repairs that can be made all at once without anybody choosing. */
export function safeRepairs(problems: readonly Problem[]): SafeRepair[] {
  return problems.flatMap((problem) => {
    const { code, path, repairs } = problem
    const [repair, ...others] = repairs
    const safe = Object.hasOwn(meansTheSame, code) ? meansTheSame[code]?.(path) : false
    return repair && others.length === 0 && safe ? [{ problem, repair }] : []
  })
}

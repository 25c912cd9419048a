import type { Assignee, Due, Field, FlowDoc, Step } from '../document.ts'
import type { Template, Tree } from '../eval/tree.ts'
import type { DueExpr, Exprs, StepExprs, Who } from '../exprs.ts'
import type { Expressions, Wanted } from './cel/expression.ts'
import { coveredSteps } from './covers.ts'
import type { Graph } from './graph.ts'
import { templateOf } from './templates-of.ts'
import { inputOf, templatesIn } from './uses.ts'
import { variableOf } from './variables.ts'

/** The expressions of a document without errors, translated. */
export function exprsOf(doc: FlowDoc, expressions: Expressions, graph: Graph): Exprs {
  const maker = new Maker(expressions, graph)
  const due = maker.due(doc.due, false)
  const show = maker.show(doc.start_fields ?? [], false)
  const steps = Object.entries(doc.steps).flatMap(([id, step]): [string, StepExprs][] => {
    const own = maker.step(step)
    return Object.keys(own).length > 0 ? [[id, own]] : []
  })
  return { steps: Object.fromEntries(steps), ...(due && { due }), ...(show && { show }) }
}

class Maker {
  readonly #expressions: Expressions
  readonly #covered: Map<string, string[]>
  constructor(expressions: Expressions, graph: Graph) {
    this.#expressions = expressions
    this.#covered = coveredSteps(graph)
  }

  #tree(text: string, wanted: Wanted, forEach: boolean): Tree {
    const checked = this.#expressions.check(text, wanted, forEach)
    if ('tree' in checked) return checked.tree
    throw new Error(`an expression that does not check was let through: ${text}`)
  }

  due(due: Due | undefined, forEach: boolean): DueExpr | undefined {
    return due && 'date' in due ? { date: this.#tree(due.date, 'time', forEach) } : due
  }

  #who(assignee: Assignee, forEach: boolean): Who {
    return 'expr' in assignee ? { expr: this.#tree(assignee.expr, 'people', forEach) } : assignee
  }

  show(fields: Field[], forEach: boolean): Record<string, Tree> | undefined {
    const shown = fields.flatMap((field): [string, Tree][] =>
      field.show_if === undefined ? [] : [[variableOf(field), this.#tree(field.show_if, 'truth', forEach)]],
    )
    return shown.length > 0 ? Object.fromEntries(shown) : undefined
  }

  #input(step: Step, forEach: boolean): Record<string, Template> | undefined {
    const found = templatesIn(inputOf(step) ?? null).map(({ path, text }): [string, Template] => [
      path,
      templateOf(text, (part) => this.#tree(part, 'anything', forEach)),
    ])
    return found.length > 0 ? Object.fromEntries(found) : undefined
  }

  step(step: Step): StepExprs {
    const forEach = step.each !== undefined
    const due = this.due(step.due, forEach)
    const input = this.#input(step, forEach)
    const alarms = (step.escalation ?? []).map(({ from, after, to }) => ({
      from,
      after,
      ...(to && { to: this.#who(to, forEach) }),
    }))
    return {
      ...(due && { due }),
      ...(step.each && { list: this.#tree(step.each.list, 'list', false) }),
      ...(alarms.length > 0 && { alarms }),
      ...(input && { input }),
      ...this.#own(step, forEach),
    }
  }

  #own(step: Step, forEach: boolean): StepExprs {
    switch (step.type) {
      case 'manual': {
        const show = this.show(step.fields, forEach)
        return {
          ...(step.assignee && { assignee: this.#who(step.assignee, forEach) }),
          ...(step.reviewer && { reviewer: this.#who(step.reviewer, forEach) }),
          ...(show && { show }),
        }
      }
      case 'approval':
        return {
          approvers: step.approvers.map((one) => this.#who(one, forEach)),
          ...(step.allow_self ? { allow_self: true } : { covers: this.#covered.get(step.id) ?? [] }),
        }
      case 'condition':
        return { when: step.branches.map(({ when }) => this.#tree(when, 'truth', false)) }
      case 'wait':
        if (step.for !== undefined) return { until: { for: step.for } }
        return step.until === undefined ? {} : { until: { at: this.#tree(step.until, 'time', false) } }
      case 'tool':
      case 'subworkflow':
        break
    }
    return {}
  }
}

import type { Analysis } from '../analysis.ts'
import type { ExprProblem } from '../cel/expression.ts'
import { add, type Problem, pathTo, put, type Repair } from '../problem.ts'
import { templateParts, type Use } from '../uses.ts'

const rule: Record<ExprProblem['code'], number> = {
  expr_syntax: 18,
  expr_type: 18,
  expr_forbidden: 19,
  var_unknown: 20,
}

/** The text at a place with one of its expressions replaced. */
export function replaced({ text, template }: Use, by: string): string {
  if (template === undefined) return by
  return templateParts(template)
    .map((part, n) => (n % 2 === 0 ? part : `{{${part.trim() === text ? by : part}}}`))
    .join('')
}

/** A text that is longer is not written out anew for every expression in it. */
const longestRewritten = 2000

export const canRewrite = ({ template = '' }: Use): boolean => template.length <= longestRewritten

function costProblem({ step, path }: Use): Problem {
  return {
    n: 19,
    code: 'expr_cost',
    level: 'W',
    ...(step !== undefined && { step }),
    path,
    text: 'This expression always produces more text or list items than allowed. Simplify it.',
    repairs: [],
  }
}

/** Rules 18 to 20: every expression can be read, checks, and knows its variables. */
export function expressionProblems({ doc, uses }: Analysis): Problem[] {
  return uses.flatMap(({ use, checked }): Problem[] => {
    if ('tree' in checked) return checked.tooMuch ? [costProblem(use)] : []
    const { code, text, instead, unknown } = checked.problem
    const list = code === 'expr_type' && use.wanted === 'list'
    const declare: Repair[] =
      unknown === undefined
        ? []
        : [
            {
              label: `Add a variable ${unknown}`,
              patch: [
                doc.variables
                  ? add(pathTo('variables', unknown), { type: 'json' })
                  : add('/variables', { [unknown]: { type: 'json' } }),
              ],
            },
          ]
    return [
      {
        n: list ? 35 : rule[code],
        code: list ? 'each_bad' : code,
        level: 'E',
        ...(use.step !== undefined && { step: use.step }),
        path: use.path,
        text,
        repairs: [
          ...(canRewrite(use) ? instead : []).map((one) => ({
            label: `Write ${one}`,
            patch: [put(use.path, replaced(use, one))],
          })),
          ...declare,
        ],
      },
    ]
  })
}

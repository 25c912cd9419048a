/**
 * Money is integers of minor units. A division, a fraction or a rounding in what belongs to billing would make a float of
 * an amount somewhere; the one division stands in money.ts, on big integers.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import ts from 'typescript'

const SOURCES = [
  'contracts/src/billing*.ts',
  'contracts/src/money.ts',
  'contracts/src/taxes.ts',
  'server/src/areas/billing/**/*.ts',
  'server/src/core/payments/**/*.ts',
]
const FLOATS = new Set(['parseFloat', 'toFixed', 'toPrecision', 'round', 'floor', 'ceil'])

const isBigInt = (node: ts.Expression): boolean =>
  ts.isBigIntLiteral(node) ||
  (ts.isParenthesizedExpression(node) && isBigInt(node.expression)) ||
  (ts.isBinaryExpression(node) && (isBigInt(node.left) || isBigInt(node.right))) ||
  (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'BigInt')

function fractionIn(node: ts.Node): string | undefined {
  if (ts.isNumericLiteral(node) && !Number.isInteger(Number(node.text))) return `a fraction, ${node.text}`
  const isDivision =
    ts.isBinaryExpression(node) &&
    (node.operatorToken.kind === ts.SyntaxKind.SlashToken || node.operatorToken.kind === ts.SyntaxKind.SlashEqualsToken)
  if (isDivision && !isBigInt(node)) return 'a division'
  const isFloat = ts.isIdentifier(node) && FLOATS.has(node.text)
  return isFloat ? `\`${node.text}\`` : undefined
}

export function moneyProblemsOf(file: string, source: string): string[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest)
  const problems: string[] = []
  const visit = (node: ts.Node) => {
    const found = fractionIn(node)
    const { line } = tree.getLineAndCharacterOfPosition(node.getStart(tree))
    if (found) problems.push(`${file}:${line + 1} has ${found}: money is whole minor units (contracts/src/money.ts)`)
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return problems
}

export function moneyProblems(): string[] {
  return execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', ...SOURCES], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => file && existsSync(file) && !file.endsWith('.test.ts'))
    .flatMap((file) => moneyProblemsOf(file, readFileSync(file, 'utf8')))
}

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

export type BinaryName = '==' | '!=' | '<' | '<=' | '>' | '>=' | '+' | '-' | '*' | '/' | 'in'
export type MacroName = 'exists' | 'all' | 'exists_one' | 'filter' | 'map'
/** How a variable's JSON is read: days and moments are written as text. */
export type TimeKind = 'date' | 'datetime'

/** A checked expression, as compact JSON. Whatever is not listed here cannot be evaluated. */
export type Tree =
  | ['int', string]
  | ['lit', string | number | boolean | null]
  | ['list', ...Tree[]]
  | ['var', string, TimeKind?]
  | ['var?', string, TimeKind?]
  | ['set', string]
  | ['name', string]
  | ['.', Tree, string]
  | ['.?', Tree, string]
  | ['has', Tree, string]
  | ['at', Tree, Tree]
  | ['if', Tree, Tree, Tree]
  | ['and' | 'or', Tree, Tree]
  | ['not' | 'neg', Tree]
  | ['op', BinaryName, Tree, Tree]
  | ['call', string, ...Tree[]]
  | ['each', MacroName, Tree, string, Tree, Tree?]
  /** A secret by its name: only templates hold it, and what fills them never knows its value. */
  | ['secret', string]

/** A text with `{{ }}` in it: what stands between the expressions, and the expressions. */
export type Template = (string | Tree)[]

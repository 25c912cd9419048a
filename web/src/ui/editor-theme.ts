import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--accent-text)' },
  { tag: tags.string, color: 'var(--success-fg)' },
  { tag: tags.number, color: 'var(--violet-fg)' },
  { tag: [tags.bool, tags.null], color: 'var(--info-fg)' },
  { tag: [tags.keyword, tags.typeName], color: 'var(--info-fg)' },
  { tag: [tags.comment, tags.operator], color: 'var(--fg-2)' },
  { tag: [tags.separator, tags.squareBracket, tags.brace, tags.punctuation], color: 'var(--fg-3)' },
])

const wave = (tone: 'danger' | 'warning') => ({
  backgroundImage: 'none',
  textDecoration: `underline wavy var(--${tone}-mark)`,
  textDecorationSkipInk: 'none',
  textUnderlineOffset: '3px',
  paddingBottom: '0',
})

/** Colours are the tokens, so one theme serves light and dark. */
const theme = EditorView.theme({
  '&': { height: '100%', backgroundColor: 'var(--surface)', color: 'var(--fg)', fontSize: 'var(--fs-xs)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--ff-mono)', lineHeight: '1.25rem' },
  '.cm-content': { padding: '8px 0', caretColor: 'var(--accent)' },
  '.cm-cursor, .cm-dropCursor': { borderLeft: '1.5px solid var(--accent)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in oklab, var(--accent) 24%, transparent)',
  },
  '.cm-activeLine': { backgroundColor: 'color-mix(in oklab, var(--fg) 4%, transparent)' },
  '.cm-gutters': { backgroundColor: 'var(--surface)', color: 'var(--fg-3)', border: 'none' },
  '.cm-activeLineGutter': { backgroundColor: 'color-mix(in oklab, var(--fg) 4%, transparent)', color: 'var(--fg-2)' },
  '.cm-lineNumbers .cm-gutterElement': {
    minWidth: '40px',
    padding: '0 4px 0 12px',
    fontVariantNumeric: 'tabular-nums',
  },
  '.cm-gutterElement.cm-errorLine': { color: 'var(--danger-fg)', fontWeight: '600' },
  '.cm-gutterElement.cm-warningLine': { color: 'var(--warning-fg)', fontWeight: '600' },
  '.cm-foldGutter .cm-gutterElement': { width: '14px', cursor: 'pointer', color: 'var(--fg-3)' },
  '.cm-foldPlaceholder': {
    backgroundColor: 'var(--surface-3)',
    border: 'none',
    color: 'var(--fg-2)',
    padding: '0 4px',
    margin: '0 2px',
  },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': {
    backgroundColor: 'var(--accent-subtle)',
    outline: '1px solid var(--accent-border)',
  },
  '.cm-nonmatchingBracket, &.cm-focused .cm-nonmatchingBracket': { backgroundColor: 'var(--danger-bg)' },
  '.cm-searchMatch': { backgroundColor: 'var(--warning-bg)', outline: '1px solid var(--warning-border)' },
  '.cm-searchMatch.cm-searchMatch-selected': { backgroundColor: 'var(--warning-border)' },
  '.cm-lintRange-error': wave('danger'),
  '.cm-lintRange-warning': wave('warning'),
  '.cm-lintRange-active': { backgroundColor: 'var(--accent-subtle)' },
})

/** Panels and lists over the text. */
const overlays = EditorView.theme({
  '.cm-panels': { backgroundColor: 'var(--surface-2)', color: 'var(--fg)', fontFamily: 'var(--ff-sans)' },
  '.cm-panels.cm-panels-top': { borderBottom: '1px solid var(--border)' },
  '.cm-panels.cm-panels-bottom': { borderTop: '1px solid var(--border)' },
  '.cm-panel.cm-search': { padding: '8px 12px', display: 'flex', flexWrap: 'wrap', gap: '6px', alignItems: 'center' },
  '.cm-panel.cm-search br': { display: 'none' },
  '.cm-panel.cm-search label': { display: 'inline-flex', gap: '4px', alignItems: 'center', fontSize: 'var(--fs-xs)' },
  '.cm-textfield': {
    height: '28px',
    margin: '0',
    padding: '0 8px',
    border: '1px solid var(--border-control)',
    borderRadius: 'var(--r-sm)',
    backgroundColor: 'var(--surface)',
    fontSize: 'var(--fs-xs)',
  },
  '.cm-button': {
    height: '28px',
    margin: '0',
    padding: '0 10px',
    border: '1px solid var(--border-strong)',
    borderRadius: 'var(--r-sm)',
    backgroundColor: 'var(--surface)',
    backgroundImage: 'none',
    fontSize: 'var(--fs-xs)',
    fontWeight: '500',
    '&:hover': { backgroundColor: 'var(--surface-3)' },
  },
  '.cm-panel.cm-search [name=close]': { top: '8px', right: '8px', fontSize: '18px', color: 'var(--fg-2)' },
  '.cm-tooltip': {
    border: '1px solid var(--border)',
    borderRadius: 'var(--r-md)',
    backgroundColor: 'var(--surface-overlay)',
    boxShadow: 'var(--elev-lg)',
    overflow: 'hidden',
    zIndex: 'var(--z-popover)',
  },
  '.cm-tooltip-lint, .cm-panel-lint': { fontFamily: 'var(--ff-sans)', fontSize: 'var(--fs-xs)' },
  '.cm-diagnostic': { padding: '6px 10px', margin: '0' },
  '.cm-diagnostic-error': { borderLeft: '3px solid var(--danger-mark)' },
  '.cm-diagnostic-warning': { borderLeft: '3px solid var(--warning-mark)' },
  '.cm-diagnosticAction': {
    marginLeft: '8px',
    padding: '2px 8px',
    borderRadius: 'var(--r-xs)',
    border: '1px solid var(--border-strong)',
    backgroundColor: 'var(--surface)',
    color: 'var(--fg)',
    font: 'inherit',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    maxHeight: '16rem',
    minWidth: '300px',
    padding: '4px',
    fontFamily: 'var(--ff-mono)',
    fontSize: 'var(--fs-xs)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    height: '30px',
    padding: '0 8px',
    borderRadius: 'var(--r-sm)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--accent-subtle)',
    color: 'var(--fg)',
  },
  '.cm-completionDetail': {
    flex: '1',
    margin: '0',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    fontFamily: 'var(--ff-sans)',
    fontStyle: 'normal',
    color: 'var(--fg-3)',
  },
  '.cm-offerNote': { marginLeft: 'auto', fontFamily: 'var(--ff-sans)', color: 'var(--fg-3)' },
})

export const editorLook = [theme, overlays, syntaxHighlighting(colours)]

/** The page allows only styles that carry this; without a server in front there is none. */
export function styleNonce(): Extension {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="tl-nonce"]')?.content
  return nonce ? EditorView.cspNonce.of(nonce) : []
}

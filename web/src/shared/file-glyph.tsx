type FileKind = 'image' | 'pdf' | 'word' | 'excel' | 'other'

/** Which of the specification's five kinds a file is, by its content type. */
export function fileKind(contentType: string): FileKind {
  const type = contentType.toLowerCase()
  if (type.startsWith('image/')) return 'image'
  if (type === 'application/pdf') return 'pdf'
  if (type.includes('word') || type.includes('opendocument.text')) return 'word'
  if (type.includes('excel') || type.includes('spreadsheet') || type === 'text/csv') return 'excel'
  return 'other'
}

/** White on them is readable in both themes. */
const looks = {
  image: { fill: '#7a4fd0', word: 'IMG' },
  pdf: { fill: '#d43c34', word: 'PDF' },
  word: { fill: '#2a63c8', word: 'DOC' },
  excel: { fill: '#14804a', word: 'XLS' },
  slides: { fill: '#c9560c', word: 'PPT' },
  other: { fill: '#6b665e', word: 'FILE' },
} as const

const isSlides = (contentType: string) => /presentation|powerpoint/i.test(contentType)

/** Decorative: the name beside it carries the ending. */
export function FileGlyph({ contentType, size = 18 }: { contentType: string; size?: number }) {
  const kind = isSlides(contentType) ? 'slides' : fileKind(contentType)
  const { fill, word } = looks[kind]
  return (
    <span translate="no" className="inline-flex shrink-0">
      <svg aria-hidden data-kind={kind} width={size * 0.82} height={size} viewBox="0 0 18 22">
        <path
          d="M2.5.75h8.2L16.25 6.3v13.2a1.75 1.75 0 0 1-1.75 1.75h-12A1.75 1.75 0 0 1 .75 19.5v-17A1.75 1.75 0 0 1 2.5.75z"
          fill="var(--card)"
          stroke="var(--border-control)"
          strokeOpacity=".65"
        />
        <path
          d="M10.7.75V5a1.3 1.3 0 0 0 1.3 1.3h4.25"
          fill="var(--surface-3)"
          stroke="var(--border-control)"
          strokeOpacity=".65"
        />
        <rect x="0" y="11" width="15" height="7.5" rx="1.6" fill={fill} />
        <text x="7.5" y="16.6" textAnchor="middle" fontSize="5.2" fontWeight="700" letterSpacing=".2" fill="#fff">
          {word}
        </text>
      </svg>
    </span>
  )
}

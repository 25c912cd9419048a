/** What a query may name. A name that is not here does not exist: neither for people nor for the model. */

const PLAIN = `count sum avg min max bool_and bool_or every stddev stddev_pop stddev_samp variance var_pop var_samp corr
  percentile_cont percentile_disc mode row_number rank dense_rank percent_rank cume_dist ntile lag lead first_value last_value
  nth_value abs ceil ceiling floor round trunc mod power sqrt sign exp ln log width_bucket lower upper initcap length
  char_length character_length left right substr substring btrim ltrim rtrim position strpos split_part reverse starts_with
  regexp_like regexp_count regexp_substr to_date to_number to_timestamp now date_trunc date_part extract age date_bin
  make_date justify_hours justify_days isfinite timezone jsonb_typeof jsonb_array_length jsonb_extract_path_text`.split(
  /\s+/,
)

/** What could grow without end stands in the schema `report`, with an end. */
const CAPPED = ['string_agg', 'repeat', 'lpad', 'rpad', 'replace', 'regexp_replace', 'generate_series', 'today']

/** Their text is measured, too. */
export const GROWING: ReadonlySet<string> = new Set([
  'concat',
  'concat_ws',
  'to_char',
  'like_escape',
  'similar_to_escape',
])

/** Every function, as it is printed. */
export const FUNCTIONS: ReadonlyMap<string, string> = new Map([
  ...[...PLAIN, ...GROWING].map((name) => [name, `pg_catalog."${name}"`] as const),
  ...CAPPED.map((name) => [name, `report."${name}"`] as const),
])

/** Those that answer rows. */
export const ROW_FUNCTIONS: ReadonlyMap<string, string> = new Map([
  ['generate_series', 'report."generate_series"'],
  ['jsonb_each_text', 'pg_catalog."jsonb_each_text"'],
  ['jsonb_array_elements_text', 'pg_catalog."jsonb_array_elements_text"'],
])

/** Where people look for another one. */
export const INSTEAD: ReadonlyMap<string, string> = new Map([
  ['array_agg', 'Use string_agg.'],
  ['json_agg', 'Use string_agg.'],
  ['jsonb_agg', 'Use string_agg.'],
  ['format', 'Use || or concat.'],
])

export const OPERATORS: ReadonlySet<string> = new Set(
  '+ - * / % ^ = <> < > <= >= || -> ->> @> ? ~ ~* !~ !~* ~~ !~~ ~~* !~~*'.split(' '),
)

export const TYPES: ReadonlySet<string> = new Set(
  'int2 int4 int8 numeric float4 float8 text varchar bpchar bool date time timestamp timestamptz interval uuid jsonb'.split(
    ' ',
  ),
)

/** Types that may say how long or how exact. */
export const SIZED_TYPES: ReadonlySet<string> = new Set([
  'numeric',
  'varchar',
  'bpchar',
  'timestamp',
  'timestamptz',
  'time',
])

export const SYSTEM_COLUMNS: ReadonlySet<string> = new Set(['tableoid', 'xmin', 'xmax', 'cmin', 'cmax', 'ctid'])

/**
 * Where no column has the name, PostgreSQL takes `t.json_agg` for `json_agg(t)`: every function that can be called with a row
 * and is not on the list. A test compares them with the server's own catalog.
 */
export const CALLED_BY_DOT: ReadonlySet<string> = new Set(
  `any_value array_agg hash_record json_agg json_agg_strict json_build_array jsonb_agg jsonb_agg_strict jsonb_build_array
  num_nonnulls num_nulls pg_column_compression pg_column_size pg_column_toast_chunk_id pg_typeof quote_literal quote_nullable
  record_out record_send row_to_json to_json to_jsonb`.split(/\s+/),
)

export const MAX_BYTES = 20_000
export const MAX_DEPTH = 100
export const MAX_COLUMNS = 200
export const MAX_ARGUMENTS = 50
/** Each may take as much memory as the role gives one, and files beyond it. */
export const MAX_PARTS = 40
export const MAX_LIST = 2_000
/** Of a type: a constant is padded to it while the query is planned. */
export const MAX_SIZE = 32_767

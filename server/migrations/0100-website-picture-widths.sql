-- Pictures of websites are drawn at up to three widths, so that a phone does not load what a desktop shows.
alter table website_pictures
  -- The narrower drawings, widest first: object_key, width, height. Null where there is only the one, from before.
  add column smaller jsonb;

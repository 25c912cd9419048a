-- So many calls in a row the tool rejected, or we before they were sent.
alter table integrations add column rejections int not null default 0 check (rejections >= 0);

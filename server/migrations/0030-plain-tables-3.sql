select app.make_plain('documents');

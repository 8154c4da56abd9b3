-- Here and not beside the function: a new database runs this folder last of those that name it.
alter function tell_plugins_change() rename to notify_plugin_change;

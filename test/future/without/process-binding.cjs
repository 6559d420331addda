// A Node without process.binding.
delete process.binding;

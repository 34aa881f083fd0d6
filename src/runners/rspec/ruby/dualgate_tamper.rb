# frozen_string_literal: true

# Guards RSpec against code under test that replaces its methods. It runs in the process of the tests, so it can be
# bypassed: see "Known limitations" in the documentation.
class DualgateTamper
  # Helpers of the tests and what is installed may change RSpec while they are loaded; a spec has no reason to.
  MAY_CHANGE = %r{(?:\A|/)(?:spec|test|tests|features|vendor|gems)/(?!.*_spec\.rb\z)}.freeze

  def initialize(root)
    @root = "#{root}/"
    @kept = {}
    @named = {}
  end

  # Before any file of the project: what there is to be replaced.
  def keep_core
    each_method(RSpec::Core) { |key, label, method| @kept[key] = [label, method] }
  end

  # When all files were loaded: what changed RSpec until then had a right to, unless it is code under test or a spec.
  def keep_all
    changed = find_changed
    [RSpec::Core, RSpec::Support, *(expectations if defined?(RSpec::Matchers::BuiltIn))].each do |owner|
      each_method(owner) do |key, label, method|
        changed << label if !@kept.key?(key) && !owner.equal?(RSpec::Core) && is_of_code?(method)
        @kept[key] = [label, method]
      end
    end
    @early = changed
  end

  # The names of what is no longer what it was, each once.
  def find_replaced
    found = (@early || []) + @kept.reject { |key, (_, method)| find(*key) == method }.map { |_, (label, _)| label }
    @early = nil
    fresh = found.uniq.reject { |label| @named.key?(label) }
    fresh.each { |label| @named[label] = true }
    fresh.first(3)
  end

  private

  def find_changed
    @kept.select { |key, (_, method)| (now = find(*key)) != method && is_of_code?(now) }.map { |_, (label, _)| label }
  end

  def is_of_code?(method)
    path, = method&.source_location
    !path.nil? && File.expand_path(path).start_with?(@root) && File.expand_path(path).delete_prefix(@root) !~ MAY_CHANGE
  end

  def find(owner, name)
    owner.instance_method(name)
  rescue NameError
    nil
  end

  # Matchers are loaded when they are first asked for.
  def expectations
    RSpec::Matchers::BuiltIn.constants.each { |name| RSpec::Matchers::BuiltIn.const_get(name) }
    [RSpec::Expectations, RSpec::Matchers::BuiltIn]
  end

  def each_method(root, &block)
    modules_in(root, {}).each do |owner|
      [[owner, "#{owner}#"], [owner.singleton_class, "#{owner}."]].each do |place, label|
        names = place.instance_methods(false) + place.private_instance_methods(false)
        names.each { |name| block.call([place, name], label + name.to_s, place.instance_method(name)) }
      end
    end
  end

  def modules_in(owner, seen)
    return seen.keys if seen.key?(owner)

    seen[owner] = true
    owner.constants(false).each do |name|
      next if owner.autoload?(name)

      inner = owner.const_get(name)
      modules_in(inner, seen) if inner.is_a?(Module) && inner.name.to_s.start_with?("#{owner.name}::")
    end
    seen.keys
  end
end

# frozen_string_literal: true

# How an example of RSpec failed (rule 2.5): at an expectation, by an error of its own, or by what the code may correct.
module DualgateFailure
  OF_RSPEC = %r{/rspec-\w+(?:-[\d.]+)?/}
  private_constant :OF_RSPEC

  class << self
    def judge(error, file)
      return nil if error.nil?
      return join(error.all_exceptions.map { |each| judge(each, file) }) if error.respond_to?(:all_exceptions)
      return "assertion" if error.class.name.to_s =~ /\A(?:RSpec::.*(?:NotMet\w*|MockExpectationError)|Minitest::Assertion)\z/

      "own_error" if undeclared?(error) && raised_in?(error, file)
    rescue StandardError
      # An error may break when it is asked what it has to say.
      nil
    end

    private

    def join(found)
      return "own_error" if found.include?("own_error")

      "assertion" if found.any? && found.all?("assertion")
    end

    # A member that a stub lacks is no error of the test; a method that the example itself lacks is.
    def undeclared?(error)
      return error.is_a?(LoadError) unless error.is_a?(NameError)

      !error.is_a?(NoMethodError) || error.receiver.is_a?(RSpec::Core::ExampleGroup)
    end

    def raised_in?(error, file)
      frame = (error.backtrace || []).find { |each| each !~ OF_RSPEC && each !~ /\A<internal:/ }
      frame.to_s.start_with?("#{file}:")
    end
  end
end
